import { act, fireEvent, screen } from '@testing-library/react'
import { type ComponentType, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, json, respond, show } from '../../../testing/page/show.tsx'
import { messageOf } from '../forms/form-errors.tsx'
import { late, loadPage, loadPart } from './late.tsx'
import { Waiting } from './Waiting.tsx'

const there = { 'GET /healthz': () => json({}) }
const Part = ({ name = 'nobody' }: { name?: string }) => <p>Hello {name}</p>
const Instead = ({ retry }: { retry: () => void }) => (
  <button type="button" onClick={retry}>
    Try again
  </button>
)
/** An import that fails this many times. */
function failing(times: number) {
  return vi.fn(async (): Promise<ComponentType<{ name?: string }>> => {
    if (times-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    return Part
  })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const notice = () => screen.queryByText(/A new version is here/)

let reload: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  sessionStorage.clear()
})
afterEach(forget)

test('a component opened offline says that it waits, then appears by itself', async () => {
  respond({})
  const load = failing(2)
  const Modal = late(load)
  show(<Modal name="ada" />)
  expect(await screen.findByText('You’re offline. We’ll load this when you reconnect.')).toBeTruthy()
  await pass(1000)
  expect(load).toHaveBeenCalledTimes(2)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Hello ada')).toBeTruthy()
  await pass(1000)
  expect(screen.queryByText(/You’re offline/)).toBeNull()
})

test('a component whose code arrives while it first shows appears', async () => {
  vi.useRealTimers()
  const { promise, resolve } = Promise.withResolvers<ComponentType<{ name?: string }>>()
  const Modal = late(() => promise)
  void Modal.preload()
  // Runs after the first render, and before React runs the effects of components.
  const Arrives = () => {
    useLayoutEffect(() => resolve(Part), [])
    return null
  }
  const place = document.createElement('div')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const root = createRoot(place)
  root.render([<Modal key="modal" />, <Arrives key="arrives" />])
  await expect.poll(() => place.textContent).toBe('Hello nobody')
  root.unmount()
})

test('a preload without a connection says nothing, and the component loads when it is shown', async () => {
  respond({})
  const Modal = late(failing(1))
  await Modal.preload()
  show(<Modal name="ada" />)
  expect(await screen.findByText('Hello ada')).toBeTruthy()
  expect(screen.queryByText(/You’re offline/)).toBeNull()
})

test('a missing component announces a new version, and the page reloads only on Update', async () => {
  respond(there)
  const Modal = late(failing(99))
  show(
    <>
      <input aria-label="Title" defaultValue="half a word" />
      <Modal />
    </>
  )
  expect(await screen.findByText(/A new version is here/)).toBeTruthy()
  expect(screen.queryByText(/You’re offline/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('half a word')
  expect(reload).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Update' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a missing component announces a new version once, although it tries again', async () => {
  respond(there)
  const load = failing(99)
  const Modal = late(load, 'Loading')
  show(<Modal />)
  fireEvent.click(await screen.findByRole('button', { name: 'Close message' }))
  await pass(5000)
  expect(load.mock.calls.length).toBeGreaterThan(2)
  expect(notice()).toBeNull()
  expect(screen.getByText('Loading')).toBeTruthy()
})

test('a press on the button of a part that is missing says each time that it waits', async () => {
  respond({})
  const Menu = late(failing(3), (_, ask) => (
    <button type="button" onClick={ask}>
      Open
    </button>
  ))
  show(<Menu />)
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  for (const _ of [1, 2]) {
    fireEvent.click(await screen.findByText('You’re offline. We’ll load this when you reconnect.'))
    press()
  }
  expect(await screen.findByText('You’re offline. We’ll load this when you reconnect.')).toBeTruthy()
  press()
  expect(await screen.findByText('Hello nobody')).toBeTruthy()
})

test('loadPart rejects with an error that messageOf has the right text for', async () => {
  show(<p />)
  respond({})
  expect(messageOf(await loadPart(failing(1)).catch(error => error))).toMatch(/Please try again/)
  respond(there)
  expect(messageOf(await loadPart(failing(1)).catch(error => error))).toBe('')
  expect(await screen.findByText(/A new version is here/)).toBeTruthy()
})

test('a page that fails to load offline tries again and appears', async () => {
  respond({})
  const load = failing(2)
  const Page = await loadPage(load, Instead)
  show(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Hello nobody')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})

test('a page whose code is gone reloads once, from the new version', async () => {
  respond(there)
  const Page = await loadPage(failing(99), Instead)
  // The address bar still shows the previous page.
  expect(reload).not.toHaveBeenCalled()
  show(<Page />)
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await pass(100)
  expect(reload).toHaveBeenCalledTimes(1)
  expect(notice()).toBeNull()
})

test('a page whose code is gone does not say that the server is silent', async () => {
  respond(there)
  const Page = await loadPage(failing(2), Waiting)
  show(<Page />)
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('This page couldn’t be loaded')
  expect(screen.getByText(/opens when the new version is complete/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Hello nobody')).toBeTruthy()
})

test('a page whose code is gone does not reload while a form guards typed text', async () => {
  respond(there)
  const guard = (event: Event): void => event.preventDefault()
  window.addEventListener('beforeunload', guard)
  const Page = await loadPage(failing(99), Instead)
  show(<Page />)
  expect(await screen.findByText(/A new version is here/)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  window.removeEventListener('beforeunload', guard)
})
