/** Tests shared components: what they show, and what screen readers get. */
import { Button } from '@mantine/core'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { forget, show } from '../../testing/page/show.tsx'
import { CallRefused } from '../lib/api.ts'
import { config } from '../lib/embedded.ts'
import { setHead, useTitleLead } from '../lib/head.ts'
import { toastError, useActions } from './ActionButton.tsx'
import { BusyButton } from './BusyButton.tsx'
import { ConfirmModal } from './ConfirmModal.tsx'
import { newsText, type TabLink, TabLinks } from './links/TabLinks.tsx'
import { Pager } from './Pager.tsx'
import { ProgressRing } from './ProgressRing.tsx'

afterEach(forget)

const rows = (count: number) => Array.from({ length: count }, (_, index) => index)
const addresses = () => screen.queryAllByRole('link').map(link => link.getAttribute('href'))

test.each<[string, string, number, (string | null)[]]>([
  ['the first page of two', '/activities', 11, ['/activities?page=2']],
  ['the second of three', '/activities?page=2', 11, ['/activities', '/activities?page=3']],
  ['the last page', '/activities?page=3', 4, ['/activities?page=2']],
  ['a page after the last one', '/activities?page=9', 0, ['/activities?page=8']],
  ['with a search', '/activities?q=a%26b&page=2', 11, ['/activities?q=a%26b', '/activities?q=a%26b&page=3']],
  ['a negative page', '/activities?page=-3', 11, ['/activities?page=2']],
  ['a page that is not a number', '/activities?page=two', 11, ['/activities?page=2']],
  ['half a page', '/activities?page=1.5', 11, ['/activities?page=2']],
  ['all rows on one page', '/activities', config.per_page, []]
])('Pager links to the previous and next page: %s', { tags: ['API-07', 'API-08'] }, (_, at, count, links) => {
  show(<Pager rows={rows(count)} />, at)
  expect(addresses()).toEqual(links)
  expect(screen.queryByRole('navigation', { name: 'Pages' }) !== null).toBe(links.length > 0)
})

const TABS: TabLink[] = [
  { to: '/s/x', label: 'Details' },
  { to: '/s/x/chat', label: 'Chat', news: 3 },
  { to: '/s/x/goals', label: 'Goals', below: true }
]
const marked = () =>
  within(screen.getByRole('navigation', { name: 'Session' }))
    .getAllByRole('link')
    .filter(link => link.getAttribute('aria-current') === 'page')
    .map(link => link.textContent)

test.each([
  ['/s/x', ['Details']],
  ['/s/x/chat', ['Chat3 new']],
  ['/s/x/goals/5', ['Goals']],
  ['/s/x/chat/older', []]
])('at %s the current tab is marked', (at, current) => {
  show(<TabLinks tabs={TABS} label="Session" />, at)
  expect(marked()).toEqual(current)
})

test.each([
  [0, 0, null],
  [1, 0, '1 new'],
  [99, 0, '99 new'],
  [100, 0, '99+ new'],
  [4, 1, '@4 new, you’re mentioned'],
  [1200, 7, '@99+ new, you’re mentioned']
])('for %d new messages, %d of them mentions, a tab shows %j', { tags: 'CHAT-21' }, (count, named, text) => {
  const news = newsText(count, named)
  expect(news && news.shown + news.spoken).toBe(text)
})

test.each([
  [-0.5, '0'],
  [0.333, '33'],
  [1, '100'],
  [2.7, '100']
])('a ring of ratio %d has the value %s and its label as text', (ratio, percent) => {
  show(<ProgressRing ratio={ratio} label="8 of 12 books" />)
  const ring = screen.getByRole('progressbar')
  expect([ring.getAttribute('aria-valuenow'), ring.getAttribute('aria-valuetext')]).toEqual([percent, '8 of 12 books'])
})

test('a busy button keeps the focus and submits nothing', () => {
  const press = vi.fn()
  const submit = vi.fn()
  const button = (isBusy: boolean) => (
    <form onSubmit={submit}>
      <BusyButton type="submit" data-loading={isBusy} disabled={isBusy} onClick={press}>
        Save
      </BusyButton>
    </form>
  )
  show(button(true))
  const busy = screen.getByRole('button', { name: 'Save' })
  busy.focus()
  fireEvent.click(busy)
  expect([document.activeElement, busy.getAttribute('aria-disabled')]).toEqual([busy, 'true'])
  expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([0, 0])
})

function Pair({ save, discard }: { save: () => Promise<void>; discard: () => Promise<void> }) {
  const { busy, run } = useActions<'save' | 'discard'>(error => toastError(error, 'pair'))
  return (
    <>
      <Button loading={busy === 'save'} onClick={() => void run('save', save)}>
        Save
      </Button>
      <Button loading={busy === 'discard'} onClick={() => void run('discard', discard)}>
        Discard
      </Button>
    </>
  )
}

test('of two buttons only one runs at a time, and the last error replaces the one before', async () => {
  const refusal = (text: string) => new CallRefused(409, { message: text, error: text })
  let refuse = (_: Error): void => {}
  const save = vi.fn(() => new Promise<void>((_, reject) => (refuse = reject)))
  const discard = vi.fn(() => Promise.reject(refusal('Still in use.')))
  show(<Pair save={save} discard={discard} />)
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  press('Save')
  press('Discard')
  press('Save')
  expect([save.mock.calls.length, discard.mock.calls.length]).toEqual([1, 0])
  await act(async () => refuse(refusal('Already saved.')))
  expect(screen.getByText('Already saved.')).toBeTruthy()
  press('Discard')
  expect(await screen.findByText('Still in use.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('Already saved.')).toBeNull())
})

function question(onConfirm: () => Promise<void>) {
  const onClose = vi.fn()
  show(
    <ConfirmModal opened title="Delete this goal?" confirm="Delete" onConfirm={onConfirm} onClose={onClose}>
      Its logs go with it.
    </ConfirmModal>
  )
  return { onClose, press: (name: string) => fireEvent.click(screen.getByRole('button', { name })) }
}

test('pressing the confirm button twice acts once, and the modal closes when done', async () => {
  let finish = (): void => {}
  const remove = vi.fn(() => new Promise<void>(resolve => (finish = resolve)))
  const { onClose, press } = question(remove)
  press('Delete')
  press('Delete')
  expect([remove.mock.calls.length, onClose.mock.calls.length]).toEqual([1, 0])
  await act(async () => finish())
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a refused action keeps the modal open with the reason, until the next try', async () => {
  const refusal = new CallRefused(409, { message: 'A timer of it runs.', error: 'A timer of it runs.' })
  let finish = (): void => {}
  const responses = [() => Promise.reject(refusal), () => new Promise<void>(resolve => (finish = resolve))]
  const { onClose, press } = question(() => (responses.shift() as () => Promise<void>)())
  press('Delete')
  expect((await screen.findByText('A timer of it runs.')).closest('[role=alert]')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  press('Delete')
  expect(screen.queryByText('A timer of it runs.')).toBeNull()
  await act(async () => finish())
  expect(onClose).toHaveBeenCalledTimes(1)
})

function Lead({ text }: { text: string }) {
  useTitleLead(text)
  return null
}

test('a countdown and an unread count precede the document’s title while they are shown', () => {
  act(() => setHead({ title: 'Study hall' }))
  const page = (clock: string | null, news: string) => (
    <>
      {clock !== null && <Lead key="clock" text={clock} />}
      <Lead key="news" text={news} />
    </>
  )
  const { rerender, unmount } = render(page('3:00', '(2)'))
  expect(document.title).toBe('3:00 · (2) · Study hall · Challenge Hut')
  rerender(page('2:59', ''))
  expect(document.title).toBe('2:59 · Study hall · Challenge Hut')
  // Another tab of the room has another title.
  act(() => setHead({ title: 'Chat' }))
  expect(document.title).toBe('2:59 · Chat · Challenge Hut')
  rerender(page(null, '(1)'))
  expect(document.title).toBe('(1) · Chat · Challenge Hut')
  unmount()
  expect(document.title).toBe('Chat · Challenge Hut')
})
