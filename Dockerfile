# docs/operating.md says how to build and run this image.
ARG BASE=python:3.11-slim-bookworm
FROM ${BASE}

WORKDIR /kontor
COPY requirements/ requirements/
RUN pip install --no-cache-dir --require-hashes -r requirements/pip.txt
RUN pip install --no-cache-dir --require-hashes --no-build-isolation -r requirements/bot.txt -r requirements/postgresql.txt -r requirements/metrics.txt -r requirements/reports.txt
COPY . .
# The user that runs the bot may not write here, so its bytecode is made now.
RUN python -m compileall -q .

# Files beside the database, such as animations, are in the volume too. The number is for folders that are mounted there.
RUN useradd --system --uid 999 --home /kontor kontor && install --directory --mode=700 --owner=kontor /data && ln -s /data data
USER kontor
VOLUME /data
ENV KONTOR_DB=/data/kontor.db PYTHONUNBUFFERED=1

# The running bot touches this file with every tick of its clock.
ENV KONTOR_ALIVE=/tmp/kontor.alive
HEALTHCHECK --interval=1m --timeout=5s --start-period=1m \
  CMD python -c "import os, sys, time; sys.exit(time.time() - os.stat(os.environ['KONTOR_ALIVE']).st_mtime > 180)"

CMD ["python", "bot.py", "run"]
