/** The least that paying for something needs: the locked balance, and one statement for the use and its entry. */

export const BALANCE = {
  name: 'balance',
  text: 'select monthly, free, purchased from balances where user_id = $1 for update'
}

/** Takes a free use of person $1 for row $2 at $3; $4 says what it pays for. */
export const CHARGE = {
  name: 'charge',
  text: `with taken as (update balances set free = free - 1 where user_id = $1)
    insert into ledger (user_id, bucket, amount, action, subject_id, created_at)
    values ($1, 'free', -1, $4, $2, $3)`
}
