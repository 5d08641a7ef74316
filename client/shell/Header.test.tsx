import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getSignIn } from '../accounts/sign-in.ts'
import { setUser } from '../lib/user.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

afterEach(forget)

test('a visitor sees the main links and Login', {
  tags: ['HDR-01', 'HDR-02', 'HDR-03', 'HDR-04', 'HDR-09', 'HDR-10', 'HDR-11']
}, () => {
  show(<Header />)
  expect(screen.getByRole('link', { name: 'Challenge Hut' }).getAttribute('href')).toBe('/')
  expect(screen.getByRole('link', { name: 'My lists' }).getAttribute('href')).toBe('/my/lists')
  expect(screen.getByRole('link', { name: 'About' }).getAttribute('href')).toBe('/about')
  expect(screen.getByRole('link', { name: 'Pricing' }).getAttribute('href')).toBe('/pricing')
  for (const text of ['My Account', 'Logout', 'ada']) expect(screen.queryByText(text)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Login' }))
  expect(getSignIn().open).toBe(true)
})

test('a signed-in user sees their name, balance and account', {
  tags: ['HDR-05', 'HDR-06', 'HDR-07', 'HDR-08', 'HDR-09', 'HDR-11', 'TOK-13']
}, () => {
  setUser(ADA)
  show(<Header />)
  expect(screen.getByText('ada')).toBeTruthy()
  expect(screen.getByRole('link', { name: '9 tokens' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'My Account' }).getAttribute('href')).toBe('/account')
  expect(screen.getByRole('link', { name: 'About' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull()
})

test('the link to the inbox shows the number of unread entries', () => {
  setUser({ ...ADA, unread_reminders: 3 })
  show(<Header />)
  expect(screen.getByRole('link', { name: 'Inbox, 3 unread' }).textContent).toBe('3')
  act(() => setUser({ ...ADA, unread_reminders: 100 }))
  expect(screen.getByRole('link', { name: 'Inbox, over 99 unread' }).textContent).toBe('99+')
  act(() => setUser(ADA))
  expect(screen.getByRole('link', { name: 'Inbox' }).getAttribute('href')).toBe('/my/inbox')
})

test('logging out reloads the page', { tags: 'ACC-44' }, async () => {
  setUser(ADA)
  const sent = respond({ 'POST /api/logout': () => json({}) })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  show(<Header />)
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  expect(sent.map(call => call.url)).toEqual(['/api/logout'])
})

test('a failed logout says that the user is still signed in', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  setUser(ADA)
  respond({ 'POST /api/logout': () => Promise.reject(new TypeError('no line')) })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  show(<Header />)
  fireEvent.click(screen.getByRole('button', { name: 'Logout' }))
  expect(await screen.findByText('You’re still signed in. The server didn’t answer. Please try again.')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})

test("the footer shows the app's name and links to About, Pricing, Terms and Privacy", {
  tags: ['HDR-12', 'HDR-13', 'HDR-14', 'HDR-15']
}, () => {
  show(<Footer />)
  expect(screen.getByText('Challenge Hut')).toBeTruthy()
  const links = screen.getAllByRole('link').map(link => link.getAttribute('href'))
  expect(links).toEqual(['/about', '/pricing', '/terms-of-service', '/privacy-policy'])
})

test('the phone menu takes the focus and closes on Escape, a press outside, or leaving it by Tab', async () => {
  show(
    <>
      <Header />
      <button type="button">Page</button>
    </>
  )
  const toggle = screen.getByRole('button', { name: 'Open the menu' })
  const isOpen = () => toggle.getAttribute('aria-expanded')
  fireEvent.click(toggle)
  const [first] = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(document.activeElement).toBe(first)
  fireEvent.keyDown(first as Element, { key: 'Escape' })
  expect([isOpen(), document.activeElement]).toEqual(['false', toggle])
  fireEvent.click(toggle)
  act(() => screen.getByRole('button', { name: 'Page' }).focus())
  expect(isOpen()).toBe('false')
  fireEvent.click(toggle)
  fireEvent.mouseDown(screen.getByRole('button', { name: 'Page' }))
  expect(isOpen()).toBe('false')
})
