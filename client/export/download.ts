/** Downloads files that the server streams, and reports the progress. */
import { exported, LINES, rowCounter } from '../../domain/export/export.ts'
import type { RefusalBody } from '../../domain/lib/refusal.ts'
import { CallRefused, isLoginRefusal } from '../lib/api.ts'
import { asPerson } from '../lib/identity.ts'
import { saveFile } from '../lib/save-file.ts'
import { getUser } from '../lib/user.ts'

/** Hands a file to the browser. @param onProgress gets a number between 0 and 1 */
export async function download(url: string, onProgress: (part: number) => void): Promise<void> {
  const { file, name } = await fetchFile(url, onProgress)
  saveFile(file, name)
}

/** @param onProgress gets a number between 0 and 1 */
export async function fetchFile(
  url: string,
  onProgress: (part: number) => void
): Promise<{ file: Blob; name: string }> {
  const response = await asPerson(() => open(url), isLoginRefusal)
  const total = Number(response.headers.get(LINES) ?? 0)
  const chunks: BlobPart[] = []
  const count = rowCounter(response.headers.get('content-type') ?? '')
  const reader = response.body?.getReader()
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    chunks.push(next.value as BlobPart)
    onProgress(exported(count(next.value), total))
  }
  const [, name = 'export'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { file: new Blob(chunks), name }
}

async function open(url: string): Promise<Response> {
  const response = await fetch(url, { headers: { 'x-person': String(getUser()?.id ?? 'visitor') } })
  if (!response.ok) throw new CallRefused(response.status, (await response.json()) as RefusalBody)
  return response
}
