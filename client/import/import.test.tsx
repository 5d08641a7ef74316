import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { strToU8, zipSync } from 'fflate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Import, importPage } from '../../domain/import/api.ts'
import { putPage } from '../../testing/page/pages.ts'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { purchaseSucceeded } from '../billing/purchase.ts'
import { setUser } from '../lib/user.ts'
import { ImportPage } from './ImportPage.tsx'
import { decode, parseCsv } from './parse-csv.ts'

const PAGE = { goals: [{ id: 5, title: 'Run', unit: '' }], imports: [] as Import[] }
const MADE: Import = {
  id: 8,
  uuid: 'u',
  file_name: 'Pasted',
  logs: 3,
  items: 0,
  created_at: '2026-01-10T18:30:00.000Z'
}
const CSV = 'Date,Habit,Count\n13/02/2025,run,3\n"14/02/2025",Read,1\n15/02/2025,Read,many\n'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

function open(page = PAGE) {
  setUser(ADA)
  putPage(importPage, '/my/logs/import', page)
  show(<ImportPage />, '/my/logs/import')
}

function paste(text: string) {
  fireEvent.change(screen.getByLabelText('Or paste it here'), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }))
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('reads, previews and imports a file with the chosen goals; a second try continues the first', {
  tags: 'D-131'
}, async () => {
  let tries = 0
  const sent = respond({
    'POST /api/imports/compare': () => json({ known: [] }),
    'POST /api/goals/store': () => json({ goal: { id: 9 }, goals: [{ id: 9 }], error: null, error_code: null }),
    'POST /api/imports': () => (tries++ === 0 ? json({ message: 'Busy.', error: 'Busy.' }, 422) : json(MADE))
  })
  open()
  paste(CSV)
  expect(screen.getByLabelText<HTMLSelectElement>('Habit holds').value).toBe('goal')
  expect(screen.getByLabelText<HTMLSelectElement>('Goal of run').value).toBe('5')
  expect(screen.getByLabelText<HTMLSelectElement>('Goal of Read').value).toBe('new')
  expect(screen.getByText('You’ll get 2 logs. 1 row can’t be read and will be skipped.')).toBeTruthy()
  expect(screen.getByText('Row 4: Amount: “many” can’t be read.')).toBeTruthy()
  expect(
    within(screen.getByRole('list', { name: 'The first logs' })).getByText(/^run · .*February 13, 2025$/)
  ).toBeTruthy()
  expect(screen.getByText(/You’ll get 1 goal/)).toBeTruthy()
  fireEvent.click(button('Import 2 logs'))
  expect(await screen.findByText('Busy.')).toBeTruthy()
  fireEvent.click(button('Continue'))
  expect(await screen.findByText('3 logs imported.')).toBeTruthy()
  const [goals, first, second] = sent.filter(({ url }) => !url.endsWith('compare'))
  expect(first?.body?.made_goals).toEqual([9])
  expect(goals?.body).toMatchObject({ challenge: { tasks: [{ title: 'Read', amount: null }] } })
  expect(first?.body?.logs).toMatchObject([
    { day: '2025-02-13', goal_id: 5, amount: 3 },
    { day: '2025-02-14', goal_id: 9, amount: 1 }
  ])
  expect(second?.body).toEqual(first?.body)
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})

test('the focus moves to the first control of the next step', async () => {
  respond({ 'POST /api/imports/compare': () => json({ known: [] }), 'POST /api/imports': () => json(MADE) })
  open()
  const focused = () => document.activeElement
  act(() => screen.getByLabelText('Or paste it here').focus())
  paste('Date,Habit,Count\n13/02/2025,Run,3\n')
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText('The first row has the names of the columns')))
  act(() => button('Import 1 log').focus())
  fireEvent.click(button('Import 1 log'))
  await screen.findByText('3 logs imported.')
  await waitFor(() => expect(focused()).toBe(screen.getByRole('link', { name: 'My Logs' })))
})

test('continues after the tokens for its goals were bought', { tags: ['D-13', 'TOK-48'] }, async () => {
  let hasTokens = false
  const refusal = { message: 'No tokens.', error: 'No tokens.', error_code: 'INSUFFICIENT_TOKENS' }
  const sent = respond({
    'POST /api/imports/compare': () => json({ known: [] }),
    'POST /api/goals/store': () => {
      const goal = { id: 9 }
      return hasTokens ? json({ goal, goals: [goal], error: null, error_code: null }) : json(refusal, 402)
    },
    'POST /api/imports': () => json(MADE)
  })
  open()
  paste(CSV)
  fireEvent.click(button('Import 2 logs'))
  await waitFor(() => expect(sent.some(({ url }) => url === '/api/goals/store')).toBe(true))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.queryByText('No tokens.')).toBeNull()
  hasTokens = true
  await act(() => purchaseSucceeded('Bought.'))
  expect(await screen.findByText('3 logs imported.')).toBeTruthy()
})

test('asks questions that the file leaves open before the import', () => {
  open()
  paste('when,what\n03/04/2025,Run')
  fireEvent.change(screen.getByLabelText('what holds'), { target: { value: 'goal' } })
  expect(button('Import 1 log').disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('In the dates comes first'), { target: { value: 'day first' } })
  expect(button('Import 1 log').disabled).toBe(false)
  expect(screen.getByText(/April 3, 2025/)).toBeTruthy()
  fireEvent.change(screen.getByLabelText('when holds'), { target: { value: '' } })
  expect(screen.getByText('Choose the column with the date above.')).toBeTruthy()
})

test('reads a file from the device, but rejects an empty one', async () => {
  open()
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [new File([text], 'tracker.csv')] } })
  choose('\n\n')
  expect(await screen.findByText('There’s nothing in it.')).toBeTruthy()
  choose(CSV)
  expect(await screen.findByRole('heading', { name: 'Columns' })).toBeTruthy()
})

test('undoes an import after a confirmation and hides its success message', async () => {
  const pages = [{ ...PAGE, imports: [MADE] }, PAGE]
  const sent = respond({
    'POST /api/imports/compare': () => json({ known: [] }),
    'POST /api/imports': () => json(MADE),
    'DELETE /api/imports/8': () => json({}),
    'GET /api/my/logs/import': () => json({ serverData: pages.shift() })
  })
  open()
  paste('date,amount\n2025-02-13,1')
  fireEvent.click(button('Import 1 log'))
  expect(await screen.findByText('3 logs imported.')).toBeTruthy()
  await screen.findByRole('heading', { name: 'Earlier imports' })
  fireEvent.click(button('Undo this import'))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo it' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Earlier imports' })).toBeNull())
  expect(screen.queryByText('3 logs imported.')).toBeNull()
  expect(sent.map(({ method }) => method)).toContain('DELETE')
})

test('warns about a file that was imported before, but not about other pasted text', async () => {
  open({
    ...PAGE,
    imports: [
      { ...MADE, logs: 2 },
      { ...MADE, id: 9, file_name: 'tracker.csv', logs: 500 }
    ]
  })
  paste('date,amount\n2025-02-13,1')
  expect(screen.queryByText(/before/)).toBeNull()
  fireEvent.click(button('Choose another file'))
  paste(CSV)
  expect(screen.getByText(/^You’ve imported “Pasted” before \(2 logs\)/)).toBeTruthy()
  fireEvent.click(button('Choose another file'))
  const files = [new File([CSV], 'tracker.csv')]
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files } })
  expect(await screen.findByText(/^You’ve imported “tracker.csv” before \(500 logs\)/)).toBeTruthy()
})

test('shows logs that exist already and does not import them again', { tags: 'LOG-28' }, async () => {
  const sent = respond({
    'POST /api/imports/compare': () => json({ known: [0] }),
    'POST /api/imports': () => json(MADE)
  })
  open()
  paste('date,goal,amount\n2025-02-13,Run,1\n2025-02-14,Run,2')
  expect(await screen.findByText('You’ll get 1 log. 1 log exists already and will be skipped.')).toBeTruthy()
  expect(sent[0]?.body?.logs).toMatchObject([{ day: '2025-02-13', goal: 'Run', goal_id: 5, amount: 1 }, { amount: 2 }])
  fireEvent.click(button('Import 1 log'))
  expect(await screen.findByText('3 logs imported.')).toBeTruthy()
  const imported = sent.find(({ url }) => url === '/api/imports')
  expect(imported?.body?.logs).toMatchObject([{ day: '2025-02-14', amount: 2 }])
})

test('imports nothing until the check for existing logs has succeeded', { tags: 'LOG-28' }, async () => {
  const sent = respond({ 'POST /api/imports/compare': () => json({ message: 'Busy.', error: 'Busy.' }, 422) })
  open()
  paste('date,amount\n2025-02-13,1')
  fireEvent.click(button('Import 1 log'))
  expect(await screen.findByText('Busy.')).toBeTruthy()
  expect(sent.every(({ url }) => url.endsWith('compare'))).toBe(true)
})

test('counts rows that say no, and names ignored columns', { tags: 'LOG-28' }, () => {
  open()
  paste('Date,Habit,Entry,Mood\n2025-02-13,Floss,YES,good\n2025-02-14,Floss,NO,bad\n2025-02-15,Floss,NO,bad')
  expect(screen.getByText('You’ll get 1 log.')).toBeTruthy()
  expect(screen.getByText('Nothing was done, so these are skipped: “NO” in 2 places.')).toBeTruthy()
  expect(screen.getByText(/^Left out: Mood\./)).toBeTruthy()
})

test('requires a unit for distances before the import', { tags: 'LOG-28' }, () => {
  open()
  paste('date,distance\n2025-02-13,5')
  expect(button('Import 1 log').disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Distances without a unit are'), { target: { value: 'kilometers' } })
  expect(button('Import 1 log').disabled).toBe(false)
})

test('rows without a measure count once only if the person says so', { tags: 'LOG-28' }, () => {
  open()
  paste('date,habit,outcome\n2025-02-13,Floss,almost')
  expect(button('Import 1 log').disabled).toBe(true)
  fireEvent.click(screen.getByLabelText('Each row is something I did once'))
  expect(button('Import 1 log').disabled).toBe(false)
})

test('warns about a unit other than that of the goal', { tags: 'LOG-28' }, () => {
  open({ ...PAGE, goals: [{ id: 5, title: 'Run', unit: 'miles' }] })
  paste('date,goal,amount,unit\n2025-02-13,Run,5,km')
  expect(screen.getByText(/^The file counts km, this goal counts miles\./)).toBeTruthy()
})

test.each([
  [
    'a,b\r\n"1, ""x""","two\nlines"',
    [
      ['a', 'b'],
      ['1, "x"', 'two\nlines']
    ]
  ],
  [
    'a;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2']
    ]
  ],
  [
    'a\tb\n1\t2\n\n',
    [
      ['a', 'b'],
      ['1', '2']
    ]
  ],
  ['\ufeffdate\n2026-01-31', [['date'], ['2026-01-31']]]
])('reads a table with any delimiter: %j', (text, cells) => {
  expect(parseCsv(text).map(row => row.cells)).toEqual(cells)
})

test('rows keep their numbers when empty rows are skipped', () => {
  expect(parseCsv('a\n\nb').map(({ number }) => number)).toEqual([1, 3])
})

test('decodes Unicode and Windows-1252', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...'né'].flatMap(each => [each.charCodeAt(0), 0])])
  const files = [new TextEncoder().encode('né'), utf16, new Uint8Array([0x6e, 0xe9])]
  expect(files.map(bytes => decode(bytes).replace('\ufeff', ''))).toEqual(['né', 'né', 'né'])
})

test.each(Object.getOwnPropertyNames(Object.prototype))('a habit called %s becomes a goal', name => {
  open()
  paste(`Date,Habit,Count\n13/02/2025,${name},3\n`)
  const choice = screen.getByLabelText<HTMLSelectElement>(`Goal of ${name}`)
  expect(choice.value).toBe('new')
  fireEvent.change(choice, { target: { value: 'none' } })
  expect(choice.value).toBe('none')
})

const HABITICA =
  'Task Name,Task ID,Task Type,Date,Value\nFloss,f1,daily,2025-02-13 10:00:00,1\nFloss,f1,daily,2025-02-14 10:00:00,0.5\n'

test('the export of a known tracker needs no choice of columns, and people can still choose them', {
  tags: 'LOG-28'
}, async () => {
  respond({ 'POST /api/imports/compare': () => json({ known: [] }) })
  open()
  paste(HABITICA)
  expect(screen.getByRole('heading', { name: 'An export of Habitica' })).toBeTruthy()
  expect(screen.queryByLabelText('Value holds')).toBeNull()
  expect(screen.getByText('You’ll get 1 log.')).toBeTruthy()
  fireEvent.click(button('Choose the columns myself'))
  expect(screen.getByLabelText<HTMLSelectElement>('Value holds').value).toBe('amount')
})

test.each([
  ['loop.zip', { 'Checkmarks.csv': 'Date,Floss,\n2025-02-13,YES_MANUAL,\n' }, 'An export of Loop Habit Tracker'],
  ['other.zip', { 'notes.txt': 'hello' }, 'We don’t know this zip. Unpack it and choose a table in it.']
])('a zip is read if a tracker wrote it: %s', { tags: 'LOG-28' }, async (name, files, seen) => {
  respond({ 'POST /api/imports/compare': () => json({ known: [] }) })
  open()
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  const input = screen.getByLabelText('File of logs')
  fireEvent.change(input, { target: { files: [new File([new Uint8Array(bytes)], name)] } })
  expect(await screen.findByText(seen)).toBeTruthy()
})

const AWAY = { from: '2026-02-01', until: '2026-02-09' }
const EXPORT = {
  ...{ format: 'challenge-hut-export', version: 1, site: 'Old Hut' },
  profile: [
    {
      ...{ id: 12, created_at: '2026-01-01T00:00:00Z', time_zone: 'Europe/Berlin', day_start: 0, rest_days: [] },
      ...{ has_streaks: true, distance_unit: null, pauses: [AWAY] }
    }
  ],
  goals: [{ id: 5, title: 'Run', status: 1, link: '', created_at: '2026-01-01T00:00:00Z' }],
  notes: [{ id: 3, created_at: '2026-01-01T00:00:00Z' }],
  activity_lists: [{ id: 7, title: '' }],
  messages: [{ id: 1 }]
}

test.each([
  ['a.json', '{"hello": [1, 2, 3]}'],
  ['b.json', '[[1, 2'],
  ['picture.csv', '\u0089PNG\r\n\u001a\n\u0001,2']
])('%s is neither a table nor an export, and gets one sentence', async (name, text) => {
  open()
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [new File([text], name)] } })
  expect(await screen.findByText('This is neither a table nor an export that we know.')).toBeTruthy()
})

test('an export is known by its first words, whatever its name', { tags: 'LOG-28' }, async () => {
  open()
  const file = new File([JSON.stringify(EXPORT)], 'everything.txt')
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [file] } })
  expect(await screen.findByRole('heading', { name: 'Move in from Old Hut' })).toBeTruthy()
})

test('an export of another hut is previewed and restored, and says what stays there', { tags: 'LOG-28' }, async () => {
  const sent = respond({
    'POST /api/moves': ({ body }) =>
      json({
        ...{ import: MADE, added: body?.section === 'goals' ? 1 : 0, existing: 0 },
        wrong: body?.section === 'goals' ? [] : [{ id: 3, problem: 'Unreadable.' }]
      }),
    'PATCH /api/account/days': () => json({ user: ADA }),
    'PATCH /api/account/units': () => json({ user: ADA })
  })
  open()
  const file = new File([JSON.stringify(EXPORT)], 'everything.json')
  fireEvent.change(screen.getByLabelText('File of logs'), { target: { files: [file] } })
  expect(await screen.findByRole('heading', { name: 'Move in from Old Hut' })).toBeTruthy()
  expect(screen.getByText('1 goal')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'What stays there' }).textContent).toMatch(/: chat messages \(1\)\.$/)
  expect(screen.getByText('list 7: title: Value is required.')).toBeTruthy()
  expect(screen.getByText('note 3: Write something: a title, a content, a todo or what is done.')).toBeTruthy()
  act(() => button('Move in').focus())
  fireEvent.click(button('Move in'))
  expect(await screen.findByText('1 of your goals, logs, notes and items were added.')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'What stays there' }).textContent).toMatch(/: chat messages \(1\)\.$/)
  expect(screen.getByText('list 7: title: Value is required.')).toBeTruthy()
  expect(screen.getByText('note 3: Unreadable.')).toBeTruthy()
  const [move, _notes, days] = sent
  // Empty fields are left out.
  expect(move?.body?.rows).toEqual([{ id: 5, title: 'Run', status: 1, created_at: '2026-01-01T00:00:00Z' }])
  expect(move?.body?.account).toMatch(/^moved\.12\./)
  expect(days?.body).toMatchObject({ time_zone: 'Europe/Berlin', streaks: 1, times_away: [AWAY] })
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})
