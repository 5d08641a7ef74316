/** Round numbers for the axis of a chart. */

/**
 * Returns numbers from 0 to the first one that is at least `most`, in steps of 1, 2 or 5 times a power of ten.
 * @param isTime steps are round in hours, minutes or seconds, whichever is the largest unit that fits twice
 */
export function ticksOf(most: number, isTime = false): number[] {
  const unit = !isTime ? 1 : most >= 7200 ? 3600 : most >= 120 ? 60 : 1
  const step = roundUp(Math.max(most / unit, 1e-3) / 4) * unit
  const count = Math.max(1, Math.ceil(most / step - 1e-9))
  // Rounds so that three times 0.1 is 0.3.
  return Array.from({ length: count + 1 }, (_, index) => Math.round(index * step * 1e6) / 1e6)
}

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5].find(digit => digit * power >= value * (1 - 1e-9)) ?? 10) * power
}
