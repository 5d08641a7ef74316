/** Runs a target without a server in a thread of its own, and ends a case that hangs. */
import { Worker } from 'node:worker_threads'
import { diceOf } from './lib/dice.ts'
import { PURE_TARGETS, type PureName, type Told } from './lib/pure-worker.ts'
import type { Finding, Limits, Outcome } from './lib/run.ts'

/** An input of 20 kB takes some ms. */
const HANGS_MS = 10_000

export async function fuzzPure(name: PureName, limits: Limits): Promise<Outcome> {
  const findings: Finding[] = []
  const worker = new Worker(new URL('lib/pure-worker.ts', import.meta.url), { workerData: { name, ...limits } })
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  let last = { nth: 0, at: Date.now() }
  const end = (cases: number, notes: string[]): void => resolve({ target: name, cases, findings, notes })
  const watch = setInterval(() => {
    if (Date.now() - last.at < HANGS_MS) return
    const input = PURE_TARGETS[name].make(diceOf(limits.seed, last.nth))
    findings.push({ target: name, problem: `it takes longer than ${HANGS_MS} ms`, input })
    end(last.nth, ['it ended at a case that hangs'])
  }, 1000)
  worker.on('error', reject)
  worker.on('message', ({ nth, found, ended }: Told) => {
    last = { nth: nth ?? last.nth, at: Date.now() }
    if (found) findings.push({ target: name, ...found })
    if (ended) end(ended.cases, [`slowest ${Math.round(ended.slowestMs)} ms`])
  })
  try {
    return await promise
  } finally {
    clearInterval(watch)
    await worker.terminate()
  }
}
