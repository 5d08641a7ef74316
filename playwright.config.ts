import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/lib/chromium.mjs'

// No webServer: a journey starts the product itself (testing/), with its own database.
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // For a journey that hangs. A long one opens 30 pages, and on a busy machine each takes several times as long.
  timeout: 180_000,
  expect: { timeout: 10_000 },
  retries: 0,
  // Journeys share a product, but no people and no state, so the two workers share out single tests.
  fullyParallel: true,
  workers: 2,
  use: {
    browserName: 'chromium',
    // A step that hangs fails by its name, before the journey's time is over.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // A worker fetches all built files for each new browser; the journey that is about it allows it.
    serviceWorkers: 'block',
    // A trace costs a fifth of the time: `npx playwright test --trace on` makes one.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        // Chromium refuses its sandbox to root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync'
      ]
    }
  }
})
