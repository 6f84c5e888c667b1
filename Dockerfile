FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# Commit of this build, because .git isn't copied: docker build --build-arg COMMIT=$(git rev-parse HEAD) .
ARG COMMIT=
RUN COMMIT="$COMMIT" npm run build && npm prune --omit=dev --ignore-scripts

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/bin ./bin
COPY --from=build /app/docs ./docs
RUN ln -s /app/bin/imprimatur /usr/local/bin/imprimatur && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
# Uses the port on which the service listens.
HEALTHCHECK --interval=10s --timeout=5s CMD PORT=${PORT:-$(cat "${PORT_FILE:-/dev/null}")}; node -e "fetch('http://127.0.0.1:${PORT:-4000}/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
CMD ["imprimatur", "start"]
