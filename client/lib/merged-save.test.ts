import { expect, test, vi } from 'vitest'
import type { Side } from '../../domain/lib/edits/merge.ts'
import { CallRefused } from './api.ts'
import { saveMerged } from './merged-save.ts'

interface Form {
  title: string
  content: string
}

/** A server with one form. It accepts saves based on the newest revision only. */
function serverWith(stored: Form, revision: number) {
  const sent: object[] = []
  const server = { stored, revision, sent, save }
  async function save(changed: Partial<Form> & { revision: number }): Promise<string> {
    sent.push(changed)
    const { revision: began, ...fields } = changed
    if (began !== server.revision) {
      const newer = { ...server.stored, revision: server.revision }
      throw new CallRefused(409, { message: 'Old.', error: 'Old.', newer })
    }
    server.stored = { ...server.stored, ...fields }
    server.revision += 1
    return 'saved'
  }
  return server
}

const BASE = { form: { title: 'Run', content: 'Far' }, revision: 1 }
const run = (
  server: ReturnType<typeof serverWith>,
  mine: Form,
  answer: Readonly<Record<string, Side>> | null = null
) => {
  const [ask, onJoined] = [vi.fn(async () => answer), vi.fn()]
  const read = ({ title, content }: object & { title?: unknown; content?: unknown }) => ({ title, content }) as Form
  return { ask, onJoined, saved: saveMerged({ base: BASE, mine, send: server.save, read, ask, onJoined }) }
}

test('sends only the changed fields, with the base revision', { tags: 'D-140' }, async () => {
  const server = serverWith(BASE.form, 1)
  expect(await run(server, { title: 'Walk', content: 'Far' }).saved).toBe('saved')
  expect(server.sent).toEqual([{ title: 'Walk', revision: 1 }])
})

test('sends nothing when nothing changed', { tags: 'D-140' }, async () => {
  const server = serverWith({ title: 'Theirs', content: 'Near' }, 2)
  expect(await run(server, { ...BASE.form }).saved).toBeNull()
  expect(server.sent).toEqual([])
})

test('merges changes to different fields without a question', { tags: 'D-140' }, async () => {
  const server = serverWith({ title: 'Run', content: 'Near' }, 2)
  const { saved, ask, onJoined } = run(server, { title: 'Walk', content: 'Far' })
  expect(await saved).toBe('saved')
  expect(server.stored).toEqual({ title: 'Walk', content: 'Near' })
  expect(ask).not.toHaveBeenCalled()
  const newer = { form: { title: 'Run', content: 'Near' }, revision: 2 }
  expect(onJoined).toHaveBeenCalledWith({ title: 'Walk', content: 'Near' }, newer)
})

test.each([
  ['mine', 'Walk'],
  ['theirs', 'Swim']
] as const)('asks about a field that both changed, and saves %s', { tags: 'D-140' }, async (side, title) => {
  const server = serverWith({ title: 'Swim', content: 'Far' }, 4)
  const { saved, ask } = run(server, { title: 'Walk', content: 'Near' }, { title: side })
  await saved
  expect(ask).toHaveBeenCalledTimes(1)
  expect(server.stored).toEqual({ title, content: 'Near' })
})

test('throws the refusal when the person does not choose', { tags: 'D-140' }, async () => {
  const server = serverWith({ title: 'Swim', content: 'Far' }, 2)
  const { saved, onJoined } = run(server, { title: 'Walk', content: 'Far' })
  await expect(saved).rejects.toThrow('Old.')
  expect(server.stored.title).toBe('Swim')
  expect(onJoined).not.toHaveBeenCalled()
})
