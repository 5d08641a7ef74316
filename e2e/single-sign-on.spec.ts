import { createServer } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { startProvider } from '../testing/oidc-provider.ts'
import { test as base, logOut, PASSWORD } from './product.ts'

const NAME = 'Club login'
const CANCELLED = `You cancelled the sign-in with ${NAME}. Nothing changed.`

interface Club {
  /** Adds someone to the provider. Returns the name with which they sign in there. */
  newcomer: (claims?: object) => string
  settings: Record<string, string>
}

const test = base.extend<object, { club: Club }>({
  club: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from here
    async ({}, use) => {
      // The provider and the product know each other's address before they start.
      const port = await freePort()
      const provider = await startProvider(`http://127.0.0.1:${port}`)
      await use({
        settings: { ...provider.settings, PORT: String(port) },
        newcomer(claims = {}) {
          const name = `ada-${Math.random().toString(36).slice(2, 8)}`
          const email = `${name}@example.org`
          provider.people.set(name, { email, email_verified: true, preferred_username: name, ...claims })
          return name
        }
      })
      await provider.stop()
    },
    { scope: 'worker' }
  ],
  settings: [async ({ club }, use) => use(club.settings), { scope: 'worker' }]
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Presses a button that opens the provider, and returns its window. */
async function openProvider(page: Page, button = `Sign in with ${NAME}`): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  return opened
}

async function signInThere(there: Page, name: string): Promise<void> {
  await there.getByPlaceholder('Enter any login').fill(name)
  await there.getByPlaceholder('and password').fill('any')
  await there.getByRole('button', { name: 'Sign-in' }).click()
}

/** Makes the account of someone who signs in for the first time. */
async function finish(there: Page): Promise<void> {
  await there.getByRole('checkbox').check()
  await there.getByRole('button', { name: 'Create my account' }).click()
}

/** Goes there through the menu: opening an address would drop presses while the last page still writes. */
async function openSecurity(page: Page, username: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: username }).click()
  await page.getByRole('link', { name: 'My Account' }).click()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Security' }).click()
}

test('a newcomer signs in at the provider, and what they tried goes on', async ({ visitor, club }) => {
  const page = await visitor()
  const name = club.newcomer()
  await page.goto('/my/goals?create=1')
  await page.getByLabel('What do you want to do?').fill('read 12 books')
  await page.getByRole('button', { name: 'Create goal', exact: true }).first().click()
  const there = await openProvider(page)
  await signInThere(there, name)
  await expect(there.getByLabel('Username')).toHaveValue(name)
  await finish(there)
  await expect(page.getByRole('banner')).toContainText(name)
  await expect(page.getByRole('list', { name: 'Open goals' })).toContainText(/read 12 books/i)
  await page.goto('/about')
  await logOut(page)
  // The provider asks whether its own login ends too.
  await page.getByRole('button', { name: /yes/i }).click()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a cancelled sign-in says so below its button', async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/login')
  const there = await openProvider(page)
  await there.getByRole('link', { name: /Cancel/ }).click()
  await expect(page.getByRole('dialog').getByText(CANCELLED)).toBeVisible()
})

test('without a second window the page goes there and comes back', async ({ visitor, club }) => {
  const page = await visitor({ width: 390, height: 664 })
  await page.addInitScript(() => {
    window.open = () => null
  })
  await page.goto('/about#login')
  const button = page.getByRole('dialog').getByRole('button', { name: `Sign in with ${NAME}` })
  await button.click()
  await page.getByRole('link', { name: /Cancel/ }).click()
  await expect(page.getByRole('dialog').getByText(CANCELLED)).toBeVisible()
  await button.click()
  const name = club.newcomer()
  await signInThere(page, name)
  await finish(page)
  await expect(page).toHaveURL(/\/about$/)
  await page.goto('/account/security')
  await expect(page.getByRole('region', { name: NAME })).toContainText(`as ${name}@example.org`)
})

test('the owner of an account connects it with its password, and disconnects it', async ({ person, visitor, club }) => {
  const { username } = await person('grace')
  const name = club.newcomer({ email: `${username}@example.org` })
  const page = await visitor()
  await page.goto('/login')
  const there = await openProvider(page)
  await signInThere(there, name)
  await there.getByLabel('Password of your account here').fill('a wrong password')
  await there.getByRole('button', { name: 'Connect' }).click()
  await expect(there.getByText('This isn’t your password.').first()).toBeVisible()
  await there.getByLabel('Password of your account here').fill(PASSWORD)
  await there.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('banner')).toContainText(username)
  await openSecurity(page, username)
  const panel = page.getByRole('region', { name: NAME })
  await panel.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(panel.getByRole('button', { name: `Connect ${NAME}` })).toBeVisible()
  await panel.getByRole('button', { name: `Connect ${NAME}` }).click()
  await expect(panel).toContainText('Connected since')
})

test('someone without a password proves at the provider who they are', async ({ visitor, club }) => {
  const page = await visitor()
  const name = club.newcomer()
  await page.goto('/login')
  const first = await openProvider(page)
  await signInThere(first, name)
  await finish(first)
  await expect(page.getByRole('banner')).toContainText(name)
  await openSecurity(page, name)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const question = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(question.getByLabel(/password/i)).toHaveCount(0)
  await question.getByRole('button', { name: 'Delete my account' }).click()
  const again = await openProvider(page, `Confirm with ${NAME}`)
  await signInThere(again, name)
  await expect(page.getByText(/will be deleted/).first()).toBeVisible()
})
