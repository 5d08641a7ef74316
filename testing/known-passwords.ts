/**
 * Hashes each password once, and compares it with a hash once, because both are slow on purpose and tests use few
 * passwords. It affects modules that are imported later: load it with `node --import`.
 */
import { createRequire } from 'node:module'

type Argon2 = typeof import('@node-rs/argon2')

const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash, verify } = argon2

/** The hashes of all comparisons so far, including those with a known result. */
export const compared: string[] = []

const hashes = new Map<string, Promise<string>>()
const matches = new Map<string, Promise<boolean>>()

Object.assign(argon2, {
  hash: (password: string) => once(hashes, password, () => hash(password)),
  verify(stored: string, password: string) {
    compared.push(stored)
    return once(matches, `${stored} ${password}`, () => verify(stored, password))
  }
})

function once<Result>(
  results: Map<string, Promise<Result>>,
  key: string,
  work: () => Promise<Result>
): Promise<Result> {
  const result = results.get(key) ?? work()
  results.set(key, result)
  return result
}
