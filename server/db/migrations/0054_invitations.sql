CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" bigint NOT NULL,
	"code" text NOT NULL,
	"target" text,
	"uses" integer DEFAULT 0 NOT NULL,
	"most_uses" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"request_key" text,
	"request_digest" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_code" CHECK ("invitations"."code" <> ''),
	CONSTRAINT "invitations_uses" CHECK ("invitations"."uses" between 0 and "invitations"."most_uses"),
	CONSTRAINT "invitations_most_uses" CHECK ("invitations"."most_uses" between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invitation_id" bigint;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_code_key" ON "invitations" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_request" ON "invitations" USING btree ("user_id","request_key");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_unapproved" ON "users" USING btree ("id") WHERE "users"."is_unapproved";--> statement-breakpoint
CREATE INDEX "users_invitation" ON "users" USING btree ("invitation_id") WHERE "users"."invitation_id" is not null;