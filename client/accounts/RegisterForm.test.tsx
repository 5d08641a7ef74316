import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getUser } from '../lib/user.ts'
import { RegisterForm } from './RegisterForm.tsx'
import { getSignIn, openSignIn, signInSucceeded } from './sign-in.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Register' }))

function fillIn(): void {
  type(/Email/, 'ada@example.com')
  type(/Username/, 'ada_l-1')
  type(/^Password/, 'secret-enough')
  type(/Repeat/, 'secret-enough')
  fireEvent.click(screen.getByRole('checkbox'))
}

test('the names are in a closed section, which a refused name opens', { tags: ['ACC-24', 'ACC-25'] }, async () => {
  const message = 'Use at most 255 characters.'
  respond({ 'POST /api/register': () => json({ message, error: message, errors: { first_name: message } }, 422) })
  show(<RegisterForm />)
  const section = screen.getByRole('button', { name: 'Add your name' })
  expect(section.getAttribute('aria-expanded')).toBe('false')
  fillIn()
  submit()
  await waitFor(() => expect(section.getAttribute('aria-expanded')).toBe('true'))
})

test('empty required fields show an error each, and the form sends nothing', {
  tags: ['ACC-26', 'ACC-28', 'ACC-30', 'ACC-31', 'ACC-33', 'ACC-34']
}, async () => {
  const sent = respond({})
  show(<RegisterForm />)
  submit()
  expect(await screen.findAllByText('Value is required.')).toHaveLength(5)
  expect(sent).toEqual([])
})

test.each([
  ['an address without a domain', /Email/, 'ada@', 'Value is not a valid email address'],
  [
    'a username with a space',
    /Username/,
    'ada l',
    'Your username can only contain letters, numbers, underscores, and dashes.'
  ],
  ['a password repeated wrongly', /Repeat/, 'other', 'Your password does not match.']
])('refuses %s', { tags: ['ACC-27', 'ACC-29', 'ACC-32'] }, async (_, label, value, text) => {
  const sent = respond({})
  show(<RegisterForm />)
  fillIn()
  type(label, value)
  submit()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(sent).toEqual([])
})

test('Terms and Privacy Policy open in a new tab', { tags: ['ACC-22', 'ACC-23'] }, () => {
  show(<RegisterForm />)
  const links = screen.getAllByRole('link').map(link => [link.getAttribute('href'), link.getAttribute('target')])
  expect(links).toEqual([
    ['/terms-of-service', '_blank'],
    ['/privacy-policy', '_blank']
  ])
})

test('registers without names, reloads the user, closes the modal and says thanks', {
  tags: ['ACC-24', 'ACC-25', 'ACC-36', 'ACC-37', 'ACC-40', 'HDR-27', 'HDR-28']
}, async () => {
  const sent = respond({ 'POST /api/register': () => json({ user: ADA }), 'GET /api/get-user': () => json(ADA) })
  openSignIn({ tab: 'register' })
  show(<RegisterForm />)
  fillIn()
  submit()
  expect(await screen.findByText('Thanks for registering!')).toBeTruthy()
  expect(getSignIn().open).toBe(false)
  expect(getUser()?.username).toBe('ada')
  expect(sent.map(call => call.url)).toEqual(['/api/register', '/api/get-user'])
  expect(Object.keys(sent[0]?.body ?? {}).sort()).toEqual([
    'client_uuid',
    'email',
    'first_name',
    'last_name',
    'name',
    'password',
    'password_confirmation',
    'terms',
    'time_zone',
    'username'
  ])
})

test("shows the server's message under the form and under its field", { tags: 'ACC-39' }, async () => {
  const message = 'The username has already been taken.'
  respond({ 'POST /api/register': () => json({ message, error: message, errors: { username: message } }, 422) })
  show(<RegisterForm />)
  fillIn()
  submit()
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
})

test('proposes a username from the email until the person types another one', { tags: 'ACC-29' }, () => {
  show(<RegisterForm />)
  const username = () => screen.getByLabelText<HTMLInputElement>(/Username/).value
  type(/Email/, 'ada')
  expect(username()).toBe('ada')
  type(/Email/, 'ada.love@example.com')
  expect(username()).toBe('ada-love')
  type(/Username/, 'countess')
  type(/Email/, 'ada@example.com')
  expect(username()).toBe('countess')
})

test('the form has all its fields', { tags: 'ACC-15..ACC-21' }, () => {
  show(<RegisterForm />)
  for (const label of [/First name/, /Last name/, /Email/, /Username/, /^Password/, /Repeat the password/]) {
    expect(screen.getByLabelText(label)).toBeTruthy()
  }
  expect(screen.getByRole('checkbox')).toBeTruthy()
})

/** Sends the form twice: the first response is lost, and the second one says that the email is taken. */
async function sendTwice(login: () => Response) {
  const message = 'The email has already been taken.'
  let isLost = true
  const sent = respond({
    'POST /api/register': () => {
      if (isLost) throw new TypeError('Failed to fetch')
      return json({ message, error: message, errors: { email: message } }, 422)
    },
    'POST /api/login': login,
    'GET /api/get-user': () => json(ADA)
  })
  openSignIn({ tab: 'register' })
  show(<RegisterForm />)
  fillIn()
  submit()
  expect(await screen.findByText('The server didn’t answer. Please try again.')).toBeTruthy()
  isLost = false
  submit()
  return { sent, message }
}

test('registering again after a lost response signs in', { tags: 'ACC-37' }, async () => {
  const { sent } = await sendTwice(() => json({ user: ADA }))
  expect(await screen.findByText('Thanks for registering!')).toBeTruthy()
  expect(sent.map(call => call.url).slice(1)).toEqual(['/api/register', '/api/login', '/api/get-user'])
  expect(sent[2]?.body).toMatchObject({ email: 'ada@example.com', password: 'secret-enough' })
  expect(getUser()?.username).toBe('ada')
})

test('an email of someone else stays taken after a lost response', { tags: 'ACC-39' }, async () => {
  const { sent, message } = await sendTwice(() => json({ message: 'no', error: 'no' }, 422))
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2))
  type(/Email/, 'other@example.com')
  submit()
  await waitFor(() => expect(sent).toHaveLength(4))
  expect(sent.map(call => call.url)).toEqual(['/api/register', '/api/register', '/api/login', '/api/register'])
})

test('ignores a second submit while the first is running', { tags: 'ACC-35' }, async () => {
  const sent = respond({ 'POST /api/register': () => new Promise(() => {}) })
  show(<RegisterForm />)
  fillIn()
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  submit()
  type(/First name/, 'Ada')
  submit()
  expect(sent).toHaveLength(1)
})

test('keeps the typed registration when the modal is closed, and clears it after a sign-in', () => {
  show(<RegisterForm />)
  const username = () => screen.getByLabelText<HTMLInputElement>(/Username/).value
  fireEvent.change(screen.getByLabelText(/Username/), { target: { value: 'grace' } })
  cleanup()
  show(<RegisterForm />)
  expect(username()).toBe('grace')
  void signInSucceeded()
  cleanup()
  show(<RegisterForm />)
  expect(username()).toBe('')
})

test('focuses the first wrong field, names each wrong field, and lets managers store the email', async () => {
  show(<RegisterForm />)
  submit()
  await screen.findAllByText('Value is required.')
  expect(document.activeElement).toBe(screen.getByLabelText(/Email/))
  for (const [label, name] of [
    [/Email/, 'Email'],
    [/Username/, 'Username'],
    [/^Password/, 'Password'],
    [/Repeat/, 'Repeated password'],
    [/I agree/, 'Terms']
  ] as const) {
    const field = screen.getByLabelText(label)
    expect([label, field.getAttribute('aria-invalid')]).toEqual([label, 'true'])
    const texts = field.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(texts.map(id => document.getElementById(id)?.textContent)).toContain(`${name}: Value is required.`)
  }
  expect(screen.getByLabelText(/Email/).getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText(/Username/).getAttribute('autocomplete')).not.toBe('username')
  for (const button of screen.getAllByRole('button', { name: 'Show the password' })) expect(button.tabIndex).toBe(0)
})
