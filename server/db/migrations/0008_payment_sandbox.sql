CREATE TABLE "sandbox_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_objects_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"data" jsonb NOT NULL,
	"hidden" jsonb NOT NULL,
	"clock" text,
	"created" bigint NOT NULL,
	"due" bigint
);
--> statement-breakpoint
CREATE TABLE "sandbox_responses" (
	"key" text PRIMARY KEY NOT NULL,
	"call" text NOT NULL,
	"status" smallint NOT NULL,
	"body" text NOT NULL,
	"created" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sandbox_objects" ADD CONSTRAINT "sandbox_objects_clock_sandbox_objects_id_fk" FOREIGN KEY ("clock") REFERENCES "public"."sandbox_objects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_objects_kind" ON "sandbox_objects" USING btree ("kind","seq");--> statement-breakpoint
CREATE INDEX "sandbox_objects_data" ON "sandbox_objects" USING gin ("data" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "sandbox_objects_clock" ON "sandbox_objects" USING btree ("clock");--> statement-breakpoint
CREATE INDEX "sandbox_objects_due" ON "sandbox_objects" USING btree ("due") WHERE due is not null;--> statement-breakpoint
CREATE INDEX "sandbox_responses_created" ON "sandbox_responses" USING btree ("created");