import '@mantine/core/styles/Switch.layer.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { settingsPage, updateSettings } from '../../../domain/admin/api.ts'
import { imprintPage, privacyPage, termsPage } from '../../../domain/legal/pages.ts'
import type { HutSettings } from '../../../domain/settings/settings.ts'
import { Zones } from '../../days/Zones.tsx'
import { call } from '../../lib/api.ts'
import { config } from '../../lib/embedded.ts'
import { changePages } from '../../lib/page-cache.ts'
import { theme } from '../../theme.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { errorsByField, useRefusal } from '../../ui/forms/form-errors.tsx'
import { LeaveGuard } from '../../ui/forms/LeaveGuard.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { LegalField, legalFault } from './LegalField.tsx'
import { LogoField } from './LogoField.tsx'
import classes from './SettingsPage.module.css'
import { EVERYONE, GUESTS, MODES, PAYMENTS } from './settings-choices.ts'
import { type Legal, toSettings, toValues, type Values } from './settings-values.ts'

interface Props {
  settings: HutSettings
  fixed: readonly string[]
  revision: number
}
/** A picker of colours cannot be empty. */
const themeAccent = theme.colors?.ember?.[7]

export function SettingsForm({ settings, fixed, revision }: Props) {
  const form = useForm<Values>({
    initialValues: toValues(settings),
    validate: { imprint: legalFault, terms: legalFault, privacy: legalFault }
  })
  const refusal = useRefusal(form, namedFields)
  const field = (name: keyof Values) => ({
    ...form.getInputProps(name, { type: typeof form.values[name] === 'boolean' ? 'checkbox' : 'input' }),
    ...(fixed.includes(name) ? { disabled: true, description: 'An environment variable fixes this.' } : {})
  })

  async function save(values: Values): Promise<void> {
    const now = toSettings(values)
    const changed = Object.fromEntries(
      Object.entries(now).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(settings[name as keyof HutSettings])
      )
    )
    const saved = await call(updateSettings, { body: { revision, settings: changed } })
    changePages(settingsPage, page => ({ ...page, ...saved }))
    // The name, the logo and the like are part of the loaded page.
    const action = { label: 'Reload', run: () => location.reload() }
    toast.success('The settings are saved.', { id: 'admin-settings', action })
  }

  const legal = (name: Legal) => ({ ...field(name), value: form.values[name] })

  return (
    <Form
      aria-label="Settings"
      busy={form.submitting}
      onSubmit={form.onSubmit(refusal.guard(save))}
      className={classes.form}
    >
      <Panel id="look" title="Name and look" size="h3">
        <TextInput label="Name" maxLength={60} {...field('name')} />
        <TextInput
          label="Accent colour"
          placeholder="The colour of the theme"
          rightSection={
            <input
              type="color"
              aria-label="Choose the accent colour"
              className={classes.swatch}
              value={form.values.accent || themeAccent}
              onChange={event => form.setFieldValue('accent', event.currentTarget.value)}
            />
          }
          {...field('accent')}
        />
        <LogoField value={form.values.logo} onChange={form.getInputProps('logo').onChange} />
        <TextInput
          label="Announcement"
          description="A line at the top of every page. Empty it when it’s over."
          maxLength={300}
          {...field('announcement')}
        />
        <NativeSelect
          label="Time zone"
          description="Daily backups and the charts of the overview follow it."
          {...field('time_zone')}
        >
          <Zones chosen={[settings.time_zone]} />
        </NativeSelect>
      </Panel>
      <Panel id="people" title="Who can do what" size="h3">
        <NativeSelect label="Registration" data={MODES} {...field('registration')} />
        <NativeSelect
          label="Guests"
          description="People without an account join a session with a name."
          data={GUESTS}
          {...field('guests')}
        />
        <TextInput
          label="Allowed domains of emails"
          description="Only people with such an email can register. Empty for everyone."
          placeholder="example.org, example.net"
          {...field('allowed_domains')}
        />
        <Switch label="Members can invite people" {...field('members_invite')} />
        <Switch label="Only members can read" {...field('members_only')} />
        <NativeSelect label="Who can create sessions" data={EVERYONE} {...field('create_sessions')} />
        <NativeSelect label="Who can create groups" data={EVERYONE} {...field('create_groups')} />
        <NativeSelect label="Who can create activities" data={EVERYONE} {...field('create_activities')} />
        <NativeSelect label="Who can publish pages" data={EVERYONE} {...field('create_pages')} />
        <TextInput label="Hide after reports by this many people" inputMode="numeric" {...field('hide_after')} />
        <Switch label="Admins need a passkey to sign in" {...field('admin_passkeys')} />
      </Panel>
      <Panel id="legal" title="Contact and legal pages" size="h3">
        <TextInput label="Contact" placeholder="An email address or a link" {...field('contact')} />
        <LegalField label="Imprint" path={imprintPage.path} builtIn="None" {...legal('imprint')} />
        <LegalField label="Terms of Service" path={termsPage.path} builtIn="The built-in text" {...legal('terms')} />
        <LegalField label="Privacy Policy" path={privacyPage.path} builtIn="The built-in text" {...legal('privacy')} />
      </Panel>
      <Panel id="payments" title="Payments" size="h3">
        <NativeSelect label="Payments" data={PAYMENTS} {...field('payments')} />
        {!config.is_free && (
          <TextInput
            label="Accounts that can redeem free tokens in a day"
            inputMode="numeric"
            {...field('redeem_limit')}
          />
        )}
      </Panel>
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Save" />
      <LeaveGuard isChanged={form.isDirty()} typed="lost" />
    </Form>
  )
}

/** The errors of the call by the fields of this form. */
function namedFields(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errorsByField(error)).map(([name, text]) => [name.split('.')[1] ?? name, text])
  )
}
