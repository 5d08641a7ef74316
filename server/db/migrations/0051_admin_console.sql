CREATE TABLE "audit_entries" (
	"number" bigint PRIMARY KEY NOT NULL,
	"actor_id" bigint,
	"action" text NOT NULL,
	"subject" text,
	"subject_id" bigint,
	"before" jsonb,
	"after" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_entries_subject" CHECK ("audit_entries"."subject" in ('user', 'session', 'group', 'activity', 'item', 'message', 'post', 'picture', 'report', 'payment', 'mail', 'invitation', 'settings'))
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"number" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_head_number" CHECK ("audit_head"."number" >= 0)
);
--> statement-breakpoint
CREATE TABLE "hut_settings" (
	"id" smallint PRIMARY KEY NOT NULL,
	"chosen" jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_role";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_unconfirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_unapproved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","subject_id","number" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_entries_actor" ON "audit_entries" USING btree ("actor_id","number" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role" CHECK ("role_id" in (1, 5, 10));