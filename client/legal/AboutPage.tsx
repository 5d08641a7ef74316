import { aboutPage } from '../../domain/legal/pages.ts'
import { config } from '../lib/embedded.ts'
import { ContactLink } from '../ui/links/ContactLink.tsx'
import { LegalPage } from './LegalPage.tsx'

export function AboutPage() {
  const name = config.app_name
  return (
    <LegalPage page={aboutPage} title={`About ${name}`}>
      <p>
        {name} is a place to set goals, log progress with one press, and meet others in timed sessions on one shared
        clock: a study sprint, an interval training, a writing circle.
      </p>
      <h2>What you can do here</h2>
      <ul>
        <li>Set goals, write down what you plan, and log every step, alone or together.</li>
        <li>Join a session, or build one of your own from timed parts and goals.</li>
        <li>
          Look around without an account. Creating anything needs one
          {config.is_free ? '.' : ', and comes with 10 free tokens.'}
        </li>
      </ul>
      <h2>Still in development</h2>
      <p>
        {name} is still in development. Bugs may be present, and so may incomplete features and activities. We keep what
        you save.
      </p>
      <h2>How it’s paid for</h2>
      <p>
        {config.is_free ? (
          'This hut is free.'
        ) : (
          <>
            With <a href="/tokens#token-rates">tokens</a>: see the <a href="/pricing">prices</a>.
          </>
        )}{' '}
        There are no advertisements and nobody tracks you.
      </p>
      <h2>Health</h2>
      <p>Nothing here is medical advice, and athletic activity is at your own risk.</p>
      {config.contact && (
        <>
          <h2>Contact</h2>
          <p>
            Questions, or something is wrong? <ContactLink address={config.contact} />
          </p>
        </>
      )}
      <h2>Version and source</h2>
      <p>This is version {config.app_version}.</p>
      <p>
        The program behind {name} is free software: you can use, read, change and share it under the{' '}
        <a href="/license.txt">GNU General Public License</a>.
        {config.source_url && (
          <>
            {' '}
            Get <a href={config.source_url}>its source</a>.
          </>
        )}{' '}
        It contains the work of many others, under <a href="/third-party-licenses.txt">their licenses</a>.
      </p>
    </LegalPage>
  )
}
