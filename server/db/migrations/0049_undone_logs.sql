ALTER TABLE "free_uses" DROP CONSTRAINT "free_uses_action";--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_action";--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_charge";--> statement-breakpoint
ALTER TABLE "free_uses" ADD CONSTRAINT "free_uses_action" CHECK ("free_uses"."action" in ('goal', 'join', 'log', 'note', 'post', 'message', 'restored'));--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_action" CHECK ("ledger"."action" in ('welcome', 'correction', 'redeem', 'purchase', 'renewal', 'ended', 'refund', 'dispute', 'goal', 'join', 'log', 'note', 'post', 'message', 'undone', 'restored'));--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_charge" CHECK (case when "ledger"."action" in ('goal', 'join', 'log', 'note', 'post', 'message')
        then "ledger"."amount" < 0 and "ledger"."subject_id" is not null
        when "ledger"."action" in ('purchase', 'renewal', 'ended', 'refund', 'dispute') then "ledger"."subject_id" is not null
        when "ledger"."action" in ('undone', 'restored') then "ledger"."subject_id" is not null and abs("ledger"."amount") = 1
          and ("ledger"."action" = 'undone') = ("ledger"."amount" > 0)
        else "ledger"."subject_id" is null end);