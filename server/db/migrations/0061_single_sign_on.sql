CREATE TABLE "sign_on_attempts" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"nonce" text NOT NULL,
	"verifier" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" bigint,
	"next" text NOT NULL,
	"identity" jsonb,
	"id_token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_on_attempts_purpose" CHECK ("sign_on_attempts"."purpose" in ('sign-in', 'link', 'proof'))
);
--> statement-breakpoint
CREATE TABLE "sign_on_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" bigint NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_on_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject"),
	CONSTRAINT "sign_on_identities_subject" CHECK ("sign_on_identities"."subject" <> '')
);
--> statement-breakpoint
ALTER TABLE "logins" ADD COLUMN "id_token" text;--> statement-breakpoint
ALTER TABLE "sign_on_attempts" ADD CONSTRAINT "sign_on_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_on_identities" ADD CONSTRAINT "sign_on_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_on_attempts_browser" ON "sign_on_attempts" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "sign_on_attempts_user" ON "sign_on_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_on_attempts_created" ON "sign_on_attempts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sign_on_identities_user" ON "sign_on_identities" USING btree ("user_id","issuer");