/** Runs the cases of one target without a server. It reports the number of each case first, so that a hang is noticed. */
import { parentPort, workerData } from 'node:worker_threads'
import { csv } from '../csv.ts'
import { html } from '../html.ts'
import { plans } from '../plans.ts'
import { sentences } from '../sentences.ts'
import { diceOf } from './dice.ts'
import type { Limits } from './run.ts'

export const PURE_TARGETS = { html, csv, sentences, plans }
export type PureName = keyof typeof PURE_TARGETS

export interface Told {
  /** The number of the case that runs now. */
  nth?: number
  found?: { problem: string; input: string }
  ended?: { cases: number; slowestMs: number }
}

/** Returns what is wrong with the result for an input; null if nothing is. */
export function problemOf(name: PureName, input: string): string | null {
  try {
    return PURE_TARGETS[name].check(input)
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

if (parentPort && workerData) {
  const { name, seed, seconds, cases } = workerData as Limits & { name: PureName }
  const tell = (told: Told): void => parentPort?.postMessage(told)
  const until = Date.now() + seconds * 1000
  let slowestMs = 0
  let nth = 0
  for (; nth < cases && Date.now() < until; nth++) {
    tell({ nth })
    const input = PURE_TARGETS[name].make(diceOf(seed, nth))
    const start = performance.now()
    const problem = problemOf(name, input)
    slowestMs = Math.max(slowestMs, performance.now() - start)
    if (problem !== null) tell({ found: { problem, input } })
  }
  tell({ ended: { cases: nth, slowestMs } })
}
