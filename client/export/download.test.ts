/** Downloads of files that the server streams. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LINES } from '../../domain/export/export.ts'
import { ADA, forget, json, respond, type Sent } from '../../testing/page/show.tsx'
import { markLoginFound, markLoginLost, startIdentity } from '../lib/identity.ts'
import { setUser } from '../lib/user.ts'
import { download } from './download.ts'

const AT = 'GET /api/account/export/logs.csv'

let saved: { name: string; file: Blob }[]
let given: Blob | null
let revoked: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  saved = []
  setUser(ADA)
  vi.spyOn(URL, 'createObjectURL').mockImplementation(file => {
    given = file as Blob
    return 'blob:one'
  })
  revoked = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (given) saved.push({ name: this.download, file: given })
  })
})
afterEach(forget)

/** A file in these pieces. An error breaks the connection at that point. */
function fileOf(pieces: (string | Error)[], headers: Record<string, string> = {}): Response {
  const left = [...pieces]
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      const piece = left.shift()
      if (piece === undefined) stream.close()
      else if (piece instanceof Error) stream.error(piece)
      else stream.enqueue(new TextEncoder().encode(piece))
    }
  })
  return new Response(body, { headers: { 'content-type': 'text/csv', ...headers } })
}

async function fetched(response: () => Response): Promise<{ sent: Sent[]; progress: number[]; failed: unknown }> {
  const sent = respond({ [AT]: response })
  const progress: number[] = []
  const failed = await download('/api/account/export/logs.csv', part => void progress.push(part)).then(
    () => null,
    (error: unknown) => error
  )
  return { sent, progress, failed }
}

test('saves the whole file under the name from the server', { tags: 'D-131' }, async () => {
  const disposition = 'attachment; filename="logs-2026.csv"'
  await fetched(() => fileOf(['date\n', 'fir', 'st\n'], { [LINES]: '2', 'content-disposition': disposition }))
  expect(saved.map(({ name }) => name)).toEqual(['logs-2026.csv'])
  expect(await saved[0]?.file.text()).toBe('date\nfirst\n')
})

test('reports progress with each piece, never above 1', { tags: 'D-131' }, async () => {
  const { progress } = await fetched(() => fileOf(['a\n', 'b\nc\n', 'd\n', 'e\n'], { [LINES]: '4' }))
  expect(progress).toEqual([0.25, 0.75, 1, 1])
})

test('does not count line breaks inside a text as rows', { tags: 'D-131' }, async () => {
  const { progress } = await fetched(() => fileOf(['"one\ntwo', '\nthree"\n', 'b\n'], { [LINES]: '2' }))
  expect(progress).toEqual([0, 0.5, 1])
})

test('saves a file of unknown length', { tags: 'D-131' }, async () => {
  await fetched(() => fileOf(['a\n']))
  expect(saved.map(({ name }) => name)).toEqual(['export'])
})

test('does not save a file whose connection breaks in the middle', async () => {
  const { failed } = await fetched(() => fileOf(['a\n', new TypeError('network error')], { [LINES]: '9' }))
  expect([failed instanceof TypeError, saved]).toEqual([true, []])
})

test("a refusal saves nothing and throws the server's message", async () => {
  const { failed } = await fetched(() => json({ message: 'Enough for today.', error: 'Enough for today.' }, 429))
  expect([failed, saved]).toMatchObject([{ status: 429, message: 'Enough for today.' }, []])
})

test('does not save an error page of a proxy as a file', async () => {
  const { failed } = await fetched(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect([failed instanceof Error, saved]).toEqual([true, []])
})

test('requests the file as the person on the page, and again after they signed in again', {
  tags: 'SEC-11'
}, async () => {
  let isIn = false
  const signIn = (): void => {
    isIn = true
    markLoginFound()
  }
  startIdentity({ check: async () => markLoginLost(null), ask: signIn })
  const { sent } = await fetched(() => (isIn ? fileOf(['a\n']) : json({ message: 'Sign in', error: 'Sign in' }, 401)))
  expect(sent.map(({ headers }) => headers['x-person'])).toEqual(['1', '1'])
  expect(saved).toHaveLength(1)
})

test('frees the memory of a file one minute after saving began', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await fetched(() => fileOf(['a\n']))
  vi.advanceTimersByTime(59_999)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(revoked).toHaveBeenCalledWith('blob:one')
})
