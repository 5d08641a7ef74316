# Debian rather than Alpine: the PostgreSQL that the lock file brings needs glibc.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npx vite build && node --disable-warning=ExperimentalWarning scripts/strip.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UV_THREADPOOL_SIZE=8 MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /app ./
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(response => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
# As in scripts/lib/server.mjs.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "server/start.mjs"]
