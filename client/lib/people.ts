/** Loads the pictures of people and the display names of guests. All that a page needs come in one call. */
import { getFaces, MOST_FACES } from '../../domain/faces/api.ts'
import { own } from '../../domain/lib/own.ts'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { call } from './api.ts'

interface Person {
  face: Uploaded | null
  /** The display name of a guest. */
  guest: string | null
}

interface Asked {
  username: string
  resolve: (person: Person) => void
  reject: (error: unknown) => void
}

let asked: Asked[] = []

/** Collects all names that are requested in one task, and loads them in one call. */
export function loadPerson(username: string): Promise<Person> {
  return new Promise((resolve, reject) => {
    if (asked.length === 0) queueMicrotask(send)
    asked.push({ username, resolve, reject })
  })
}

function send(): void {
  const all = asked
  asked = []
  const usernames = [...new Set(all.map(({ username }) => username))]
  for (let from = 0; from < usernames.length; from += MOST_FACES) {
    const some = usernames.slice(from, from + MOST_FACES)
    void ask(
      some,
      all.filter(({ username }) => some.includes(username))
    )
  }
}

async function ask(usernames: string[], some: Asked[]): Promise<void> {
  try {
    const { faces, guests } = await call(getFaces, { query: { usernames: usernames.join(',') } })
    for (const { username, resolve } of some) {
      resolve({ face: own(faces, username) ?? null, guest: own(guests, username) ?? null })
    }
  } catch (error) {
    for (const { reject } of some) reject(error)
  }
}
