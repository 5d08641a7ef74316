/** Rounds to three decimals, so that 0.1 + 0.2 shows as 0.3. */
export function threeDecimals(value: number): number {
  return Math.round(value * 1000) / 1000
}
