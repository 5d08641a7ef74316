/** The kept inputs: `fuzz/corpus/<target>.json`. The tests send each of them (`fuzz/corpus.test.ts`). */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Finding } from './run.ts'

export interface Kept<Input> {
  /** Why it is kept. */
  name: string
  input: Input
}

const LONGEST = 20_000
const fileOf = (target: string) => fileURLToPath(new URL(`../corpus/${target}.json`, import.meta.url))

export function corpusOf<Input>(target: string): Kept<Input>[] {
  try {
    return JSON.parse(readFileSync(fileOf(target), 'utf8'))
  } catch {
    return []
  }
}

/** Adds the input of a finding, unless one with the same problem is there. */
export function keep({ target, problem, input }: Finding): void {
  if (input === null || JSON.stringify(input).length > LONGEST) return
  const name = problem.split('\n', 1)[0]?.slice(0, 80) ?? ''
  const kept = corpusOf(target)
  if (kept.some(one => one.name === name)) return
  writeFileSync(fileOf(target), `${JSON.stringify([...kept, { name, input }], null, 2)}\n`)
}
