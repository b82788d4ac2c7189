# Build, then keep only the program.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /src
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY . .
RUN cargo build --profile dist --locked && mkdir /data

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/target/dist/gatemaster /usr/local/bin/gatemaster
COPY --from=build --chown=nonroot:nonroot /data /data
ENV GATEMASTER_DATA=/data
VOLUME /data
USER nonroot
HEALTHCHECK --interval=30s --timeout=5s --start-period=40s CMD ["gatemaster", "doctor", "--live"]
ENTRYPOINT ["gatemaster"]
CMD ["run"]
