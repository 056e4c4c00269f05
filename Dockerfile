FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock ./
RUN python3 -m venv /opt/app && /opt/app/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md ./
COPY backend backend
COPY frontend frontend
COPY migrations migrations
# What installs is not needed to serve.
RUN /opt/app/bin/pip install --no-cache-dir --no-deps . && /opt/app/bin/pip uninstall --yes pip

FROM python:3.13-slim
COPY --from=build /opt/app /opt/app
# An embedded database, for who runs the image by itself, lies in a volume that the user below may write to.
RUN mkdir /data && chown 10001:10001 /data
USER 10001:10001
WORKDIR /data
VOLUME /data
ENV PATH=/opt/app/bin:$PATH PYTHONUNBUFFERED=1 SPLENDOR_HOST=0.0.0.0 SPLENDOR_PORT=8000 SPLENDOR_DATABASE_URL=sqlite:////data/splendor.db
EXPOSE 8000
# Not by urllib: that would ask a proxy where the environment names one.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["python3", "-c", "import http.client as c, os, sys; h = c.HTTPConnection('127.0.0.1', os.environ['SPLENDOR_PORT'], timeout=2); h.request('GET', '/readyz'); sys.exit(h.getresponse().status != 200)"]
CMD ["splendor", "serve"]
