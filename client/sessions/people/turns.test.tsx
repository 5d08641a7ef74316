import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { part as partFields } from '../../../domain/activities/plan.ts'
import { sessionChatPage } from '../../../domain/chat/api.ts'
import { type Session, type SessionData, sessionPage } from '../../../domain/sessions/api.ts'
import { FakeSocket } from '../../../testing/page/fake-socket.ts'
import { keyed } from '../../../testing/page/keyed.ts'
import { putPage } from '../../../testing/page/pages.ts'
import { HOST_ADA, person, roomOf, START } from '../../../testing/page/session-page.ts'
import { ADA, forget, json, respond, setTime, show } from '../../../testing/page/show.tsx'
import { setUser } from '../../lib/user.ts'
import { SessionChatPage } from '../../session-pages/SessionChatPage.tsx'
import { SessionPage } from '../../session-pages/SessionPage.tsx'

const PART = '00000000-0000-4000-8000-0000000000aa'
const ROOM = '/sessions/study-hall'
const BASE = '/api/challenge-events/study-hall'
const OK = { error: null, error_code: null }
let id = 800

beforeEach(() => {
  id += 1
  FakeSocket.all = []
  setUser(ADA)
})
afterEach(forget)

/** A room whose part has a turn of a minute for ada, then one for bob. */
function room(more: Partial<SessionData> = {}, part: object = {}): SessionData {
  const fields = {
    uuid: PART,
    title: 'Pass the pen',
    duration: 60,
    per_participant: 1,
    edit_content: 1,
    edit_prompt: 'What happens next?',
    content: '<p>It rained.</p>',
    ...part
  }
  const group = { uuid: PART.replace('aa', 'bb'), title: '', linked: 1, auto_start: 1, hidden: 0, sets: 1 } as const
  const parts: Session['parts'] = [{ ...group, type: 'part', parts: [{ ...partFields.parse(fields), active: 0 }] }]
  return roomOf({ parts, tasks: [] }, { participants: [HOST_ADA, person('bob')], ...more })
}

function open(data: SessionData, seconds: number, at: '' | '/chat' = ''): void {
  vi.useFakeTimers({ toFake: ['Date'], now: START + seconds * 1000 })
  vi.stubGlobal('WebSocket', FakeSocket)
  const page = { ...data, challengeEvent: { ...data.challengeEvent, id } }
  putPage(sessionPage, ROOM, page)
  putPage(sessionChatPage, `${ROOM}/chat`, { ...page, messages: [], has_earlier: false })
  show(
    <Routes>
      <Route path={ROOM} element={<SessionPage />} />
      <Route path={`${ROOM}/chat`} element={<SessionChatPage />} />
    </Routes>,
    ROOM + at
  )
}

const pen = () => within(screen.getByRole('region', { name: 'Pass the pen' }))

test('the room shows whose turn it is, the prompt and the text so far', {
  tags: ['TMR-06', 'TMR-08']
}, () => {
  open(room(), 20)
  expect(pen().getByText('It’s your turn')).toBeTruthy()
  expect(pen().getByText('00:40')).toBeTruthy()
  expect(pen().getByText('What happens next?')).toBeTruthy()
  expect(pen().getByText('It rained.')).toBeTruthy()
})

test('a person adds text in their turn, and the response has the whole text', { tags: 'TMR-07' }, async () => {
  const whole = '<p>It rained.</p><p><strong>ada:</strong> Then it stopped.</p>'
  const sent = respond({ [`PUT ${BASE}/contribute-content`]: () => json({ content: whole, ...OK }) })
  open(room(), 20)
  fireEvent.change(pen().getByRole('textbox', { name: 'Your text' }), { target: { value: 'Then it stopped. ' } })
  fireEvent.click(pen().getByRole('button', { name: 'Add to the text' }))
  expect(await pen().findByText('Then it stopped.', { exact: false })).toBeTruthy()
  expect(sent[0]?.body).toMatchObject({ content: 'Then it stopped.', part_uuid: PART })
  await waitFor(() => expect((pen().getByRole('textbox') as HTMLTextAreaElement).value).toBe(''))
})

test('text typed while another one is being sent stays in the field', { tags: 'TMR-07' }, async () => {
  let release = (): void => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const content = '<p>It rained.</p><p><strong>ada:</strong> Then it stopped.</p>'
  respond({ [`PUT ${BASE}/contribute-content`]: () => held.then(() => json({ content, ...OK })) })
  open(room(), 20)
  const box = () => pen().getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
  fireEvent.change(box(), { target: { value: 'Then it stopped.' } })
  fireEvent.click(pen().getByRole('button', { name: 'Add to the text' }))
  fireEvent.change(box(), { target: { value: 'The sun' } })
  release()
  expect(await pen().findByText('Then it stopped.', { exact: false })).toBeTruthy()
  await waitFor(() =>
    expect(pen().getByRole<HTMLButtonElement>('button', { name: 'Add to the text' }).disabled).toBe(false)
  )
  expect(box().value).toBe('The sun')
})

test('after a lost response, the sent text is added once and the changed one stays', {
  tags: 'TMR-07'
}, async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const content = '<p>It rained.</p><p><strong>ada:</strong> Then it stoped.</p>'
  respond({ [`PUT ${BASE}/contribute-content`]: keyed(() => ({ content, revision: 1, ...OK })) })
  open(room(), 20)
  const add = (value: string) => {
    fireEvent.change(pen().getByRole('textbox', { name: 'Your text' }), { target: { value } })
    fireEvent.click(pen().getByRole('button', { name: 'Add to the text' }))
  }
  add('Then it stoped.')
  expect(await pen().findByText(/didn’t answer/)).toBeTruthy()
  add('Then it stopped.')
  expect(await pen().findByText(/Your first version was added/)).toBeTruthy()
  expect(pen().getByText('Then it stoped.', { exact: false })).toBeTruthy()
  expect(pen().getByRole<HTMLTextAreaElement>('textbox').value).toBe('Then it stopped.')
})

test('during someone else’s turn there is no text field', { tags: ['TMR-06', 'TMR-07'] }, () => {
  open(room(), 70)
  expect(pen().getByText('bob’s turn')).toBeTruthy()
  expect(pen().queryByRole('textbox')).toBeNull()
})

test('text typed before the turn ended stays, and cannot be sent', { tags: 'TMR-07' }, async () => {
  open(room(), 59)
  fireEvent.change(pen().getByRole('textbox', { name: 'Your text' }), { target: { value: 'Half a sent' } })
  setTime(START + 70_000)
  expect(await pen().findByText('bob’s turn')).toBeTruthy()
  expect((pen().getByRole('textbox') as HTMLTextAreaElement).value).toBe('Half a sent')
  expect((pen().getByRole('button', { name: 'Add to the text' }) as HTMLButtonElement).disabled).toBe(true)
})

test('text typed in a last turn stays readable after the part, until it is discarded', {
  tags: 'TMR-07'
}, async () => {
  open(room(), 59)
  fireEvent.change(pen().getByRole('textbox', { name: 'Your text' }), { target: { value: 'Half a sent' } })
  setTime(START + 70_000)
  expect(await pen().findByText(/you have no more turns/)).toBeTruthy()
  setTime(START + 200_000)
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your text for Pass the pen' })
  expect([box.value, box.readOnly]).toEqual(['Half a sent', true])
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('textbox', { name: 'Your text for Pass the pen' })).toBeNull()
})

const write = () => screen.queryByRole('button', { name: /^Write/ })

test('the bar’s Write button opens the field in my turn, and is missing in others’ turns', {
  tags: ['TMR-07', 'D-135']
}, () => {
  open(room({ me: person('ada') }), 20)
  fireEvent.click(write() as HTMLElement)
  expect(document.activeElement).toBe(pen().getByRole('textbox', { name: 'Your text' }))
  cleanup()
  open(room({ me: person('ada') }), 70)
  expect(write()).toBeNull()
})

test('the Write button on another tab opens the field that everyone writes in', {
  tags: ['TMR-08', 'D-135']
}, async () => {
  open(room({ me: person('ada') }, { per_participant: 0 }), 20, '/chat')
  expect(screen.getByRole('link', { name: 'Chat' }).getAttribute('aria-current')).toBe('page')
  fireEvent.click(write() as HTMLElement)
  await waitFor(() => expect(document.activeElement).toBe(pen().getByRole('textbox', { name: 'Your text' })))
  expect(screen.getByRole('link', { name: 'Details' }).getAttribute('aria-current')).toBe('page')
})

test('text typed in a turn survives a reload, until the field is emptied', {
  tags: ['TMR-07', 'D-106']
}, () => {
  const kept = `draft turn ${id} ${PART} ${ADA.id}`
  sessionStorage.setItem(kept, JSON.stringify({ text: 'Half a sent' }))
  open(room(), 20)
  const box = pen().getByRole<HTMLTextAreaElement>('textbox', { name: 'Your text' })
  expect(box.value).toBe('Half a sent')
  fireEvent.change(box, { target: { value: 'Half a sentence' } })
  expect(JSON.parse(sessionStorage.getItem(kept) ?? '{}').text).toBe('Half a sentence')
  fireEvent.change(box, { target: { value: '' } })
  expect(sessionStorage.getItem(kept)).toBeNull()
})

test('typed text waits for the next round', { tags: 'TMR-07' }, async () => {
  open(room({}, { sets: 2 }), 59)
  fireEvent.change(pen().getByRole('textbox', { name: 'Your text' }), { target: { value: 'Half a sent' } })
  setTime(START + 70_000)
  expect(await pen().findByText(/when it comes round again/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

test('in a part without turns every member can write', { tags: 'TMR-08' }, () => {
  open(room({ me: person('ada'), isOwner: false }, { per_participant: 0, title: 'Pass the pen' }), 20)
  expect(pen().getByRole('textbox', { name: 'Your text' })).toBeTruthy()
  expect(pen().queryByRole('button', { name: 'Edit the text' })).toBeNull()
})

test('the host replaces the text, and a refusal keeps the typed one', {
  tags: ['TMR-08', 'SEC-42', 'SEC-46', 'D-68']
}, async () => {
  const responses = [
    () => json({ message: 'Too long.', error: 'Too long.' }, 409),
    () => json({ content: '<p>It snowed.</p>', ...OK })
  ]
  const sent = respond({ [`PUT ${BASE}/save-content`]: () => (responses.shift() as () => Response)() })
  open(room(), 70)
  fireEvent.click(pen().getByRole('button', { name: 'Edit the text' }))
  const box = pen().getByRole('textbox', { name: 'The text of this part' }) as HTMLTextAreaElement
  expect(box.value).toBe('It rained.')
  fireEvent.change(box, { target: { value: 'It snowed.' } })
  fireEvent.click(pen().getByRole('button', { name: 'Save' }))
  expect(await pen().findByText('Too long.')).toBeTruthy()
  expect(box.value).toBe('It snowed.')
  fireEvent.click(pen().getByRole('button', { name: 'Save' }))
  expect(await pen().findByText('It snowed.')).toBeTruthy()
  expect(pen().queryByRole('textbox')).toBeNull()
  expect(sent[1]?.body).toMatchObject({ content: '<p>It snowed.</p>', part_uuid: PART })
})

test('the field is read-only while the host’s text is being saved', {
  tags: 'D-140'
}, async () => {
  respond({ [`PUT ${BASE}/save-content`]: () => new Promise(() => {}) })
  open(room(), 70)
  fireEvent.click(pen().getByRole('button', { name: 'Edit the text' }))
  const box = pen().getByRole<HTMLTextAreaElement>('textbox', { name: 'The text of this part' })
  expect(box.readOnly).toBe(false)
  fireEvent.click(pen().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(box.readOnly).toBe(true))
})

test('the host’s menu links to Update, and a guest’s does not', { tags: ['SES-030', 'SEC-43', 'SEC-44'] }, async () => {
  open(room(), 20)
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  const link = await screen.findByRole('menuitem', { name: 'Update' })
  expect(link.getAttribute('href')).toBe('/events/study-hall/update')
  cleanup()
  open(room({ me: person('ada'), isOwner: false }), 20)
  fireEvent.click(screen.getByRole('button', { name: 'Session menu' }))
  expect(await screen.findByRole('menuitem', { name: 'Leave' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Update' })).toBeNull()
})

test('text added while the host edits is shown first, and the next save replaces it', {
  tags: 'D-140'
}, async () => {
  const newer = { content: '<p>It rained. It poured.</p>', revision: 4 }
  const text = 'Someone changed this text while you were editing it. Nothing is saved yet.'
  const responses = [
    () => json({ message: text, error: text, newer }, 409),
    () => json({ content: '<p>It rained twice.</p>', revision: 5, ...OK })
  ]
  const sent = respond({ [`PUT ${BASE}/save-content`]: () => (responses.shift() as () => Response)() })
  open(room({}, { revision: 3 }), 70)
  fireEvent.click(pen().getByRole('button', { name: 'Edit the text' }))
  const box = pen().getByRole<HTMLTextAreaElement>('textbox', { name: 'The text of this part' })
  fireEvent.change(box, { target: { value: 'It rained twice.' } })
  fireEvent.click(pen().getByRole('button', { name: 'Save' }))
  expect(await pen().findByText(text)).toBeTruthy()
  expect(within(pen().getByRole('region', { name: 'The newer text' })).getByText('It rained. It poured.')).toBeTruthy()
  expect(box.value).toBe('It rained twice.')
  fireEvent.click(pen().getByRole('button', { name: 'Save' }))
  expect(await pen().findByText('It rained twice.')).toBeTruthy()
  expect(sent.map(({ body }) => body?.revision)).toEqual([3, 4])
})

test('text that someone adds appears at once, without a request', {
  tags: ['D-68', 'D-105']
}, async () => {
  const sent = respond({})
  open(room({}, { revision: 3 }), 70)
  const part = { uuid: PART, content: '<p>It rained. It poured.</p>', revision: 4 }
  act(() => FakeSocket.last.tell({ type: 'update', room: id, seq: 4, data: { part } }))
  expect(await pen().findByText('It rained. It poured.')).toBeTruthy()
  expect(sent).toEqual([])
})
