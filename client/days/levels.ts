/** From 1 to 4. Each level needs twice as many logs as the one before. Undefined for a day without logs. */
export function levelOf(count = 0): number | undefined {
  return count === 0 ? undefined : Math.min(4, 1 + Math.floor(Math.log2(count)))
}
