import { privacyPage } from '../../domain/legal/pages.ts'
import { config } from '../lib/embedded.ts'
import { LegalPage } from './LegalPage.tsx'

export function PrivacyPage() {
  const name = config.app_name
  return (
    <LegalPage page={privacyPage} title="Privacy Policy">
      <p>
        <time dateTime="2025-01-01">January 1, 2025</time>
      </p>
      <h2>What is stored</h2>
      <ul>
        <li>
          What you give when you register: e-mail address, username, and your name if you wish. The password only as a
          hash.
        </li>
        <li>What you create: goals, logs, notes, lists, activities, sessions, groups, posts, messages and pictures.</li>
        {!config.is_free && (
          <li>
            What you paid: when, how much, by which card (its brand and last four digits), and the name that you had
            then. What was charged: which use of a token, and when.
          </li>
        )}
        <li>When you agreed to the terms.</li>
        <li>A random number that tells your browser apart from your other ones. It says nothing about who you are.</li>
      </ul>
      <h2>Who sees it</h2>
      <ul>
        <li>
          Everybody: activities, sessions, groups, posts, chat, and your username and profile picture where you take
          part.
        </li>
        <li>
          Only you: goals outside of sessions, your own logs, notes and lists,{config.is_free ? '' : ' your tokens'} and
          your e-mail address.
        </li>
      </ul>
      <h2>Cookies</h2>
      <p>
        One cookie keeps you signed in, one protects forms from other sites, and one says that you have signed in with
        this browser before, so that what others try does not keep you out. Where it is needed, a fourth says for ten
        seconds that you saved something, so that you see it at once. Your browser also remembers the theme you chose.
        Nothing is loaded from other sites, and nobody tracks you.
      </p>
      <h2>Payments</h2>
      <p>Card numbers go to the payment provider and never to {name}. We keep the brand and the last four digits.</p>
      <h2>Your rights</h2>
      <p>
        You may see, correct and delete what is stored about you: My Account has it all as a file, and Security deletes
        the account, two weeks later.
      </p>
    </LegalPage>
  )
}
