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
        <li>
          For each device that you are signed in on: what its browser calls itself, such as “Firefox on Linux”, when you
          signed in, and when you used it last. Security shows you this. It goes when the login ends.
        </li>
        <li>Passkeys, if you add any: a public key and the name of the device.</li>
        <li>
          If you allow notifications on a device: the address at which its browser takes them. It goes when you sign out
          there.
        </li>
        <li>The mails that were sent to you, for 30 days.</li>
        <li>
          Network addresses are counted for a few minutes to slow down guessing, and are not stored with your account.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <ul>
        <li>
          Everyone: activities, sessions, groups, posts, chat, and your username and profile picture where you take
          part. Your page also shows since when you are here, the public sessions you host and the groups you are in.
        </li>
        <li>
          Only you: goals outside of sessions, your own logs, notes and lists,{config.is_free ? '' : ' your tokens,'}{' '}
          whom you mute or block, and your e-mail address.
        </li>
      </ul>
      <h2>Who else gets something</h2>
      <ul>
        <li>
          Notifications go through the push service of your browser, which belongs to Google, Mozilla, Apple or
          Microsoft. They are encrypted: the service sees that something was sent to your device, and when.
        </li>
        <li>Mails go through the mail server that this site uses.</li>
        <li>Payments go through the payment provider.</li>
      </ul>
      <h2>Who runs this site</h2>
      <p>
        {name} is free software that anybody can run. The people who run {config.app_url || 'this site'} decide what
        happens with what is stored here, and can read it. Neither the authors of the software nor anybody else gets a
        copy.{config.contact && ` You reach them at ${config.contact}.`}
      </p>
      <h2>Cookies</h2>
      <p>
        One cookie keeps you signed in, one protects forms from other sites, and one says that you have signed in with
        this browser before, so that what others try does not keep you out. Where it is needed, a fourth says for ten
        seconds that you saved something, so that you see it at once. Your browser also remembers the theme you chose.
        Nothing is loaded from other sites, and nobody tracks you.
      </p>
      <h2>On your device</h2>
      <p>
        While you’re signed in, your browser keeps your goals, your day and the session you’re in, so that they open
        without a connection: at most 5 MB, encrypted. It removes them when you sign out, when someone else signs in,
        when it learns that your login has ended, and after 14 days offline.
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
