import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { fileMailer } from './files.ts'
import type { Message } from './message.ts'

const log = pino({ level: 'silent' }) as never
const signal = new AbortController().signal
const message = (at: string, more: Partial<Message> = {}): Message => ({
  ...{ id: '12345678-aaaa@hut.example', date: new Date(at), to: 'ada@example.org', subject: 'Hello' },
  ...{ from: { name: 'Hut', address: 'hut@example.org' }, text: 'Words\n', html: '<p>Words</p>' },
  ...more
})

test('a mail that is sent again is the same complete file, which only its owner can read', async () => {
  const folder = join(await temporaryFolder(), 'mail')
  const mailer = fileMailer(folder, log)
  for (const text of ['First\n', 'Second\n']) {
    expect(await mailer.send(message('2026-03-02T09:00:00Z', { text }), signal)).toEqual({ type: 'sent' })
  }
  await mailer.send(message('2026-03-02T09:00:00Z', { id: '87654321-bbbb@hut.example' }), signal)
  expect((await readdir(folder)).sort()).toEqual(['2026-03-02T090000Z-12345678.eml', '2026-03-02T090000Z-87654321.eml'])
  const path = join(folder, '2026-03-02T090000Z-12345678.eml')
  const content = await readFile(path, 'utf8')
  expect([content.includes('Second'), content.includes('First')]).toEqual([true, false])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a mail that can be stopped by one press has the headers for that', async () => {
  const folder = await temporaryFolder()
  const unsubscribe = 'https://hut.example/reminders/unsubscribe?token=a'
  await fileMailer(folder, log).send(message('2026-03-02T09:00:00Z', { unsubscribe }), signal)
  const [name = ''] = await readdir(folder)
  const content = await readFile(join(folder, name), 'utf8')
  expect(content).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`)
  expect(content).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
})

test('a mail that cannot be written to a file waits, with a reason that names nobody', async () => {
  const file = join(await temporaryFolder(), 'file')
  await writeFile(file, 'in the way')
  const outcome = await fileMailer(file, log).send(message('2026-03-02T09:00:00Z'), signal)
  expect(outcome).toEqual({ type: 'outage', reason: 'EEXIST' })
})

test('old files are deleted, even unfinished ones, but nothing else in the folder', async () => {
  const folder = await temporaryFolder()
  const mailer = fileMailer(folder, log)
  for (const at of ['2026-01-31T23:59:59Z', '2026-02-01T00:00:00Z', '2026-03-02T09:00:00Z']) {
    await mailer.send(message(at), signal)
  }
  for (const name of ['2026-01-01T000000Z-00000000.eml.part', '2026-01-01-notes.txt', 'a.eml']) {
    await writeFile(join(folder, name), 'words')
  }
  await mkdir(join(folder, '2026-01-01'))
  await mailer.forget(new Date('2026-02-01T00:00:00Z'))
  expect((await readdir(folder)).sort()).toEqual([
    '2026-01-01',
    '2026-01-01-notes.txt',
    '2026-02-01T000000Z-12345678.eml',
    '2026-03-02T090000Z-12345678.eml',
    'a.eml'
  ])
  await fileMailer(join(folder, 'never-made'), log).forget(new Date())
})
