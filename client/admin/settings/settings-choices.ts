export const EVERYONE = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'staff', label: 'Admins and moderators' }
]
export const MODES = [
  { value: 'open', label: 'Open to everyone' },
  { value: 'invite', label: 'By invitation' },
  { value: 'approve', label: 'After an admin’s approval' },
  { value: 'closed', label: 'Closed' }
]
export const GUESTS = [
  { value: 'open', label: 'While registration is open' },
  { value: 'always', label: 'Always' },
  { value: 'never', label: 'Never' }
]

export const PAYMENTS = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off: everything is free' }
]
