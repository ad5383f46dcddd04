# docker build -t kontor . && docker run -d --name kontor --stop-timeout 30 --env-file .env -v kontor:/data kontor
ARG BASE=python:3.11-slim
FROM ${BASE}

WORKDIR /kontor
COPY requirements/ requirements/
RUN pip install --no-cache-dir -r requirements/bot.txt -r requirements/postgresql.txt -r requirements/metrics.txt -r requirements/reports.txt
COPY . .

# What is kept in the folder data, wherever its games are, is in the volume too.
RUN useradd --system --home /kontor kontor && mkdir /data && chown kontor /data && ln -s /data data
USER kontor
VOLUME /data
ENV KONTOR_DB=/data/kontor.db PYTHONUNBUFFERED=1

# The running bot touches this file with every tick of its clock.
ENV KONTOR_ALIVE=/tmp/kontor.alive
HEALTHCHECK --interval=1m --timeout=5s --start-period=1m \
  CMD python -c "import os, sys, time; sys.exit(time.time() - os.stat(os.environ['KONTOR_ALIVE']).st_mtime > 180)"

CMD ["python", "bot.py", "run"]
