/** The pictures of people. A page loads all of them in one call. */

import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Uploaded } from '../../domain/uploads/api.ts'
import { queryClient } from '../lib/page-cache.ts'
import { loadPerson } from '../lib/people.ts'

/** After this time a picture loads again, because the person may have changed it. */
const FRESH_MS = 600_000

/** @internal Exported for tests. */
export const FACE = 'face'

const faceQuery = (username: string) =>
  queryOptions({
    queryKey: [FACE, username],
    queryFn: async () => (await loadPerson(username)).face,
    staleTime: FRESH_MS
  })

/**
 * Returns null for a person without a picture, and until it has loaded.
 * @param known the picture in the page's data; undefined if the data doesn't say
 */
export function useFace(username: string, known?: Uploaded | null): Uploaded | null {
  return useQuery({ ...faceQuery(username), ...(known === undefined ? {} : { initialData: known }) }).data ?? null
}

/** Shows a picture that the person has just changed or removed. */
export function showFace(username: string, face: Uploaded | null): void {
  queryClient.setQueryData(faceQuery(username).queryKey, face)
}
