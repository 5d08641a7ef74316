import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { accessTokensPage } from '../domain/accounts/access-tokens/api.ts'
import { freePort } from '../testing/servers/free-port.ts'
import { test as base, register, workerControls } from './product.ts'

/** An app on this machine, to which the browser comes back. */
async function startApp() {
  const server = createServer((_, response) => void response.end('Back in the app')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}/callback`, stop: () => server.close() }
}

const test = base.extend<object>({
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from here
    async ({}, use) => {
      const port = await freePort()
      await use({ PORT: String(port), APP_URL: `http://127.0.0.1:${port}` })
    },
    { scope: 'worker' }
  ]
})

test.use({ serviceWorkers: 'allow' })

test('a person connects an assistant, lets it only read, and disconnects it', { tag: '@D-156' }, async ({
  visitor,
  product
}) => {
  const app = await startApp()
  const page = await visitor({ width: 390, height: 664 })
  const origin = new URL(product.address).origin
  const registered = await page.request.post(`${origin}/api/oauth/register`, {
    data: { client_name: 'Morning assistant', redirect_uris: [app.address] }
  })
  const { client_id } = await registered.json()
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri: app.address, response_type: 'code', state: 'st', scope: 'goals:read goals:write' },
    ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' }
  })
  // Most people have visited the hut before, so its service worker sees every address.
  await page.goto(origin)
  await workerControls(page)
  await page.goto(`${origin}/api/oauth/authorize?${query}`)
  await expect(page.getByRole('heading', { name: 'Connect an app' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0)
  await register(page, `ada-${Date.now()}`)

  await expect(page.getByRole('heading', { name: 'Let “Morning assistant” act for you?' })).toBeVisible()
  await expect(page.getByText(app.host)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Only read' })).toBeChecked()
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.waitForURL(`${app.address}**`)
  const code = new URL(page.url()).searchParams.get('code') ?? ''
  const tokens = await page.request.post(`${origin}/api/oauth/token`, {
    form: { grant_type: 'authorization_code', client_id, redirect_uri: app.address, code, code_verifier: verifier }
  })
  const { access_token, scope } = await tokens.json()
  expect(scope).toBe('goals:read')
  const reads = async () => {
    const headers = { authorization: `Bearer ${access_token}` }
    return (await fetch(`${origin}/api/my/goals`, { headers })).status
  }
  expect(await reads()).toBe(200)

  await page.goto(origin + accessTokensPage.path)
  const apps = page.getByRole('region', { name: 'Connected apps' })
  await expect(apps).toContainText('Reads goals, notes and Today.')
  await apps.getByRole('button', { name: 'Disconnect Morning assistant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(apps).toHaveCount(0)
  expect(await reads()).toBe(401)
  app.stop()
})
