create database service;
create database status;
