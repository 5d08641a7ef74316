/**
 * Hashes the passwords of nearly everybody in tests once, and compares each with a hash once: that is slow on purpose,
 * and was a seventh of what the server's tests cost. Other passwords are hashed and compared each time. It works for
 * what is imported after this file: name it in `node --import`.
 */
import { createRequire } from 'node:module'
import { ADMIN, PASSWORD } from './names.ts'

type Argon2 = typeof import('@node-rs/argon2')

const argon2: Argon2 = createRequire(import.meta.url)('@node-rs/argon2')
const { hash, verify } = argon2

const known = [PASSWORD, ADMIN.password]
const hashes = new Map<string, Promise<string>>()
const matches = new Map<string, Promise<boolean>>()

Object.assign(argon2, {
  hash: (password: string) => once(hashes, password, password, () => hash(password)),
  verify: (stored: string, password: string) =>
    once(matches, password, `${stored} ${password}`, () => verify(stored, password))
})

function once<Result>(
  results: Map<string, Promise<Result>>,
  password: string,
  key: string,
  work: () => Promise<Result>
): Promise<Result> {
  if (!known.includes(password)) return work()
  const result = results.get(key) ?? work()
  results.set(key, result)
  return result
}
