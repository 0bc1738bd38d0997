// @mcp/runtime/skills: instructions for the model that a server brings along.
export { readSkill } from './skills/read-skill.ts';
export type { SkillFiles, SkillSource } from './skills/skill.ts';
export { skills, type Skills } from './skills/skills.ts';
