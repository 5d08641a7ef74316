import { termsPage } from '../../domain/legal/pages.ts'
import { config } from '../lib/embedded.ts'
import { OwnLegalPage } from './LegalPage.tsx'

export function TermsPage() {
  const name = config.app_name
  return (
    <OwnLegalPage page={termsPage} title="Terms of Service">
      <p>By using {name} you agree to these terms.</p>
      <h2>No medical advice</h2>
      <p>
        {name} gives no medical advice. Nothing on these pages replaces a doctor. Ask one before you begin an exercise
        programme, and stop when something hurts.
      </p>
      <h2>At your own risk</h2>
      <p>
        Athletic activity is at your own risk. Activities and sessions are made by people who use {name}; you decide
        what is right for you.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself. You’re responsible for what’s done with your account. Your username is public.
        Your email address isn’t.
      </p>
      <h2>What you write</h2>
      <p>
        What you write stays yours. You allow {name} to store it and to show it where you put it. Don’t post anything
        illegal, anything that belongs to others, or anything meant to hurt someone. It may be removed.
      </p>
      {config.is_free ? null : (
        <>
          <h2>Tokens and subscriptions</h2>
          <ul>
            <li>Each token covers 100 goals, session joins, progress logs, notes, forum posts or chat messages.</li>
            <li>Pay As You Go is 10 dollars for 10 tokens. Those tokens never expire.</li>
            <li>A subscription is billed every 30 days and renews automatically.</li>
            <li>Cancelling takes effect at the end of the current 30-day period.</li>
            <li>There are no refunds.</li>
          </ul>
        </>
      )}
      <h2>In development</h2>
      <p>
        {name} is still in development and is offered as it is. Bugs and incomplete features may be present, and it may
        be unavailable at times.
      </p>
      <h2>Changes</h2>
      <p>When these terms change, the new ones appear on this page.</p>
    </OwnLegalPage>
  )
}
