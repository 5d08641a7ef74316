import { type BrowserContext, expect, type Page } from '@playwright/test'
import { fillRegistration, logOut, PASSWORD, register, signUp, test } from './product.ts'

test('a visitor registers and sees their name and ten tokens', {
  tag: ['@ACC-01', '@ACC-37', '@ACC-40', '@HDR-05..HDR-09', '@TOK-11']
}, async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: 'Login' })).toBeVisible()
  await expect(header.getByText('Logout')).toHaveCount(0)
  const username = `ada-${Date.now()}`
  await register(page, username)
  await expect(header.getByRole('button', { name: 'Login' })).toHaveCount(0)
  await expect(header).toContainText(username)
  await expect(header.getByRole('link', { name: /\b10\b/ })).toBeVisible()
})

test('on a phone the first view of Register has all fields and the button', {
  tag: ['@ACC-15..ACC-21', '@HDR-19']
}, async ({ visitor }) => {
  const page = await visitor({ width: 390, height: 664 })
  for (const [path, opener] of [
    ['/', 'Login'],
    ['/my/goals?create=1', 'Create goal']
  ] as const) {
    await page.goto(path)
    if (opener === 'Create goal') await page.getByLabel('What do you want to do?').fill('read 12 books')
    await page.getByRole('button', { name: opener, exact: true }).first().click()
    await page.getByRole('tab', { name: 'Register' }).click()
    const form = page.getByRole('form', { name: 'Register' })
    const fields = ['Email', /^Password/, /^Repeat the password/, 'Username', /^I agree/]
    for (const label of fields) await expect(form.getByLabel(label)).toBeInViewport({ ratio: 1 })
    for (const name of ['Add your name', 'Register']) {
      await expect(form.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await form.getByLabel('Email').fill('ada.love@example.org')
    await expect(form.getByLabel('Username')).toHaveValue('ada-love')
    await expect(form.getByLabel('First name')).toBeHidden()
    await form.getByRole('button', { name: 'Add your name' }).click()
    await expect(form.getByLabel('First name')).toBeVisible()
  }
})

test('a person logs out, and in again with the same password', { tag: ['@ACC-02', '@ACC-03', '@ACC-44'] }, async ({
  person
}) => {
  const { page, username } = await person('grace')
  await page.goto('/account')
  await logOut(page)
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  const modal = page.getByRole('dialog').getByRole('form', { name: 'Login' })
  await modal.getByLabel('Email').fill(`${username}@example.org`)
  await modal.getByRole('textbox', { name: 'Password' }).fill('wrong password')
  await modal.getByRole('button', { name: 'Login' }).click()
  await expect(modal).toContainText('These credentials do not match our records.')
  await modal.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await modal.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('banner')).toContainText(username)
})

test('on a phone the title of the modal stays readable when the form scrolls under it, and Back closes it', {
  tag: '@HDR-19'
}, async ({ visitor }) => {
  const page = await visitor()
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('tab', { name: 'Register' }).click()
  const paints = (selector: string) =>
    page.locator(selector).evaluate(element => getComputedStyle(element).backgroundColor)
  const behind = await paints('.mantine-Modal-content')
  expect(behind).toMatch(/^rgb\(/)
  expect(await paints('.mantine-Modal-header')).toBe(behind)
  // Another site is before this first page in the history.
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toBeVisible()
})

test('a visitor’s action continues after registering', { tag: ['@GOAL-12', '@HDR-46'] }, async ({ visitor }) => {
  const page = await visitor()
  await page.goto('/my/goals?create=1')
  await page.getByLabel('Title').first().fill('Read 12 books')
  await page.getByRole('button', { name: /^create goal$/i }).click()
  await expect(page.getByText('Please sign in to use that feature.')).toBeVisible()
  await fillRegistration(page, `hedy-${Date.now()}`)
  await expect(page.getByText('Goal created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Read 12 books' })).toBeVisible()
})

async function typeGoal(page: Page, title: string): Promise<void> {
  await page.goto('/my/goals?create=1')
  await page.getByLabel('Title').first().fill(title)
}

async function signIn(page: Page): Promise<void> {
  const modal = page.getByRole('dialog').getByRole('form', { name: 'Login' })
  await modal.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await modal.getByRole('button', { name: 'Login' }).click()
}

const titlesOf = async (context: BrowserContext): Promise<string[]> => {
  const response = await context.request.get('/api/my/goals')
  return (await response.json()).serverData.my_goals.map(({ title }: { title: string }) => title)
}

test('a login that ends while typing asks to sign in, and the action continues', async ({ person }) => {
  const { page, context, username } = await person('ada')
  await typeGoal(page, 'Read 12 books')
  await context.clearCookies({ name: 'hut_login' })
  await page.getByRole('button', { name: /^create goal$/i }).click()
  await expect(page.getByRole('dialog')).toContainText('You were signed out.')
  await expect(page.getByText(`This page is still ${username}’s`)).toBeVisible()
  await signIn(page)
  await expect(page.getByText('Goal created successfully!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Read 12 books' })).toBeVisible()
  await expect(page.getByText('You were signed out.')).toHaveCount(0)
})

test('after their login ended, a person sees no empty list and reaches the page after signing in', async ({
  person
}) => {
  const { page, context } = await person('hedy')
  await typeGoal(page, 'Invent something')
  await page.getByRole('button', { name: /^create goal$/i }).click()
  await expect(page.getByText('Goal created successfully!')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Sessions' }).click()
  await context.clearCookies({ name: 'hut_login' })
  await page.getByRole('link', { name: 'My lists' }).click()
  await expect(page.getByRole('dialog')).toContainText('You were signed out.')
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'My Lists' })).toBeVisible()
})

test('a text from one tab is not saved as the person who signed in in another tab', { tag: '@SEC-11' }, async ({
  person
}) => {
  const { page, context, username } = await person('ada')
  await typeGoal(page, 'A goal of Ada')
  const other = await context.newPage()
  await other.goto('/')
  await logOut(other)
  await expect(page.getByText('You were signed out.')).toBeVisible()
  const grace = `grace-${Date.now()}`
  await register(other, grace)
  await expect(page.getByText(`Signed in as ${grace} in another tab.`)).toBeVisible()
  await page.getByRole('button', { name: /^create goal$/i }).click()
  await expect(page.getByRole('dialog')).toContainText(`Signed in as ${grace} in another tab.`)
  expect(await titlesOf(context)).toEqual([])
  await signIn(page)
  await expect(page.getByText('Goal created successfully!')).toBeVisible()
  await expect(other.getByText(`Signed in as ${username} in another tab.`)).toBeVisible()
  expect(await titlesOf(context)).toEqual(['A goal of Ada'])
})

test('Logout on a personal list asks to sign in, and leads back to the list', { tag: '@MYS-12' }, async ({
  person
}) => {
  const { page, context, username } = await person('grace')
  const list = await (await context.request.post('/activity-lists/store', { data: { title: 'Rainy days' } })).json()
  await page.goto(`/my/lists/${list.id}`)
  await logOut(page)
  await expect(page.getByText('Sign in or register to keep lists of activities.')).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await page
    .getByRole('dialog')
    .getByRole('form', { name: 'Login' })
    .getByLabel('Email')
    .fill(`${username}@example.org`)
  await signIn(page)
  await expect(page.getByRole('heading', { name: 'Rainy days' })).toBeVisible()
})

test('a passkey is added on Security and signs in from the Login form', async ({ browser, product }) => {
  // Browsers create passkeys only for host names, not for IP addresses.
  const context = await browser.newContext({ baseURL: product.address.replace('127.0.0.1', 'localhost') })
  const username = await signUp(context, 'mary')
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const device = { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true } as const
  const lock = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...device, ...lock } })

  await page.goto('/account/security')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByRole('listitem')).toContainText('not used yet')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys).toContainText('You already have a passkey on this device.')

  await logOut(page)
  await page.getByRole('banner').getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('banner')).toContainText(username)
  await page.goto('/account/security')
  await expect(passkeys.getByRole('listitem')).toContainText('last used')
  await passkeys.getByRole('button', { name: /^Remove the passkey/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
  // A passkey is not a password: adding another one needs the password.
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page).toHaveURL(/\/password\/confirm$/)
  await context.close()
})
