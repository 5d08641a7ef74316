/** What a run may do, and what it found. */
import type { Dice } from './dice.ts'

export interface Limits {
  seed: number
  /** Ends the run at whichever comes first. */
  seconds: number
  cases: number
}

export interface Finding {
  target: string
  problem: string
  /** The input, as the corpus keeps it. */
  input: unknown
}

export interface Outcome {
  target: string
  cases: number
  findings: Finding[]
  /** More figures for the table, such as the statuses. */
  notes: string[]
}

/** A target without a server: makes an input, and returns what is wrong with the result, or null. */
export interface PureTarget<Input> {
  make: (dice: Dice) => Input
  check: (input: Input) => string | null
}
