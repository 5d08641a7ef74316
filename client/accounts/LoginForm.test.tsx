import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADA, forget, json, respond, show } from '../../testing/page/show.tsx'
import { getUser } from '../lib/user.ts'
import { LoginForm } from './LoginForm.tsx'
import { getSignIn, openSignIn } from './sign-in.ts'

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterEach(forget)

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Login' }))

test('the form has an email field and a password field', { tags: ['ACC-04', 'ACC-05'] }, () => {
  show(<LoginForm />)
  const fieldOf = (label: RegExp) => {
    const { type, autocomplete } = screen.getByLabelText<HTMLInputElement>(label)
    return [type, autocomplete]
  }
  expect(fieldOf(/Email/)).toEqual(['email', 'username'])
  expect(fieldOf(/^Password/)).toEqual(['password', 'current-password'])
})

test('empty fields show "Value is required." and the form sends nothing', {
  tags: ['ACC-06', 'ACC-07', 'ACC-13']
}, async () => {
  const sent = respond({})
  show(<LoginForm />)
  submit()
  expect(await screen.findAllByText('Value is required.')).toHaveLength(2)
  expect(sent).toEqual([])
})

test('login sends email and password, reloads the user and closes the modal', {
  tags: ['ACC-08', 'ACC-10', 'HDR-24', 'HDR-25']
}, async () => {
  const sent = respond({ 'POST /api/login': () => json({ user: ADA }), 'GET /api/get-user': () => json(ADA) })
  openSignIn()
  show(<LoginForm />)
  type(/Email/, 'ada@example.com')
  type(/^Password/, 'secret-enough')
  submit()
  await waitFor(() => expect(getSignIn().open).toBe(false))
  expect(sent.map(call => `${call.method} ${call.url}`)).toEqual(['POST /api/login', 'GET /api/get-user'])
  expect(sent[0]?.body).toMatchObject({ email: 'ada@example.com', password: 'secret-enough' })
  expect(getUser()?.username).toBe('ada')
})

test('a failed login keeps the fields and shows the reason below them', { tags: 'ACC-12' }, async () => {
  const message = 'These credentials do not match our records.'
  respond({ 'POST /api/login': () => json({ message, error: message }, 422) })
  openSignIn()
  show(<LoginForm />)
  type(/Email/, 'ada@example.com')
  type(/^Password/, 'wrong')
  submit()
  expect(await screen.findByText(message)).toBeTruthy()
  expect(console.warn).toHaveBeenCalled()
  expect(getSignIn().open).toBe(true)
  expect((screen.getByLabelText(/Email/) as HTMLInputElement).value).toBe('ada@example.com')
})

test('ignores a second submit while the first is running', { tags: 'ACC-14' }, async () => {
  let finish = (_: Response): void => {}
  const sent = respond({
    'POST /api/login': () => new Promise<Response>(resolve => (finish = resolve)),
    'GET /api/get-user': () => json(ADA)
  })
  show(<LoginForm />)
  type(/Email/, 'ada@example.com')
  type(/^Password/, 'secret-enough')
  submit()
  submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  submit()
  finish(json({ user: ADA }))
  await waitFor(() => expect(sent.map(call => call.method)).toEqual(['POST', 'GET']))
})
