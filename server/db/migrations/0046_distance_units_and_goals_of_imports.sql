ALTER TABLE "users" ADD COLUMN "distance_unit" text;--> statement-breakpoint
ALTER TABLE "goals" ADD COLUMN "import_id" bigint;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "goals_import" ON "goals" USING btree ("import_id") WHERE "goals"."import_id" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_distance_unit" CHECK ("users"."distance_unit" in ('mi', 'km'));