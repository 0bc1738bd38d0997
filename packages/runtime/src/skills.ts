// @mcp/runtime/skills: instructions for the model that a server brings along.
export type { SkillFiles } from './skills/skill.ts';
export { skills, type Skills } from './skills/skills.ts';
