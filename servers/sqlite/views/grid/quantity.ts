// Quantities: recognizes columns of amounts and formats them.

const NOT_QUANTITY =
  /(?:^|[_\W])(?:rowid|id|key|code|no|number|zip|postcode|phone|year|port|version|at|time|timestamp)$/i;

/** Returns whether a column's name suggests amounts, not ids, codes, years or times. */
export const isQuantity = (name: string): boolean =>
  !NOT_QUANTITY.test(name.replaceAll(/([a-z])(?=[A-Z])/g, '$1_'));

/** Formats a number with thousands separators. */
export const toGrouped = (text: string): string => {
  const [whole = '', ...rest] = text.split('.');
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.');
};
