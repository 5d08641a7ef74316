/** The pictures of people. A page loads all of them in one call. */

import { queryOptions, useQuery } from '@tanstack/react-query'
import { getFaces, MOST_FACES } from '../../domain/faces/api.ts'
import { own } from '../../domain/lib/own.ts'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { call } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'

/** After this time a picture loads again, because the person may have changed it. */
const FRESH_MS = 600_000

/** @internal Exported for tests. */
export const FACE = 'face'

const faceQuery = (username: string) =>
  queryOptions({ queryKey: [FACE, username], queryFn: () => load(username), staleTime: FRESH_MS })

/**
 * Returns null for a person without a picture, and until it has loaded.
 * @param known the picture in the page's data; undefined if the data doesn't say
 */
export function useFace(username: string, known?: Uploaded | null): Uploaded | null {
  return useQuery({ ...faceQuery(username), ...(known === undefined ? {} : { initialData: known }) }).data ?? null
}

interface Asked {
  username: string
  resolve: (face: Uploaded | null) => void
  reject: (error: unknown) => void
}

let asked: Asked[] = []

/** Collects all names that are requested in one task, and loads them in one call. */
function load(username: string): Promise<Uploaded | null> {
  return new Promise((resolve, reject) => {
    if (asked.length === 0) queueMicrotask(send)
    asked.push({ username, resolve, reject })
  })
}

function send(): void {
  const all = asked
  asked = []
  for (let from = 0; from < all.length; from += MOST_FACES) void ask(all.slice(from, from + MOST_FACES))
}

async function ask(some: Asked[]): Promise<void> {
  try {
    const { faces } = await call(getFaces, { query: { usernames: some.map(({ username }) => username).join(',') } })
    for (const { username, resolve } of some) resolve(own(faces, username) ?? null)
  } catch (error) {
    for (const { reject } of some) reject(error)
  }
}

/** Shows a picture that the person has just changed or removed. */
export function showFace(username: string, face: Uploaded | null): void {
  queryClient.setQueryData(faceQuery(username).queryKey, face)
}
